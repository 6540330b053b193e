"""Margins, and residuals."""

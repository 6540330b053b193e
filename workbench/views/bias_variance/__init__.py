"""Bias and variance."""

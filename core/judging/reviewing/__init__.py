"""Reviewing rows: decisions, the revision that they make, and what became of it."""

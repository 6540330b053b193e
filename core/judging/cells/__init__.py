"""Cells: which value of a row is wrong, what would fit, and what may have happened to it."""

"""Checks of data before training: what is odd about columns and rows, with remedies."""

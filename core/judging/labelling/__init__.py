"""Rows without a label: which of them would teach the most, and come first."""

"""The code of a value: one byte. Both the kernels and the encoder count on these numbers."""

BINS = 256
MISSING = 255
"""The code of a missing value."""
OTHER = 254
"""The code of a category beyond the first 254, or unseen in training."""
MOST_VALUES = 254
"""Codes 0 to 253 are values: exact while there are no more different ones."""
LOWEST, HIGHEST, EDGE = 0, 1, 2
"""What is known of each code of a number: its smallest and its largest value, and its edge."""

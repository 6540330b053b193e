"""The panels at the left: the data, and the algorithm with its settings."""

"""The list of runs, and two of them side by side."""

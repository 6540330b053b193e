"""The words about a run: how good it is, what limits it, what its labels are like."""

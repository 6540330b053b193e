"""Pages that take the whole window for a while: import, review, compare."""

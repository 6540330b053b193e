"""Which rows teach and which judge: the split, groups of rows, accidental copies."""

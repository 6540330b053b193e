"""Data in parts: files that are larger than memory, encoded piece by piece into codes on a disk."""

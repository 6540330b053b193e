"""Reading files: how they are written, what stands in them, and writing them back changed."""

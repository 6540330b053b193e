"""Reading files: how fast, and whether right."""

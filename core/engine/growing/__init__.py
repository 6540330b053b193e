"""Growing trees on codes, level by level and subtree by subtree."""

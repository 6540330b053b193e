"""The search over everything that can be done, read or gone to (Ctrl+K)."""

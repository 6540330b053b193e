"""The window: how soon it is there, and whether it stays awake."""

"""The state of the window: what is open, chosen and shown."""

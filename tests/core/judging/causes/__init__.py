"""Where errors come from."""

"""The window: everything that knows Qt. It knows core; core never knows it."""

"""Errors round by round."""

"""Decisions about a file as it was, carried over to the file as it is."""

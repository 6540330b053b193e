"""Decisions about a table, carried over to another export of it."""

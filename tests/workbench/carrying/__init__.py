"""Tests of carrying decisions over, through the window."""

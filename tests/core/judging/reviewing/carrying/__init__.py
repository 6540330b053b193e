"""Tests of carrying decisions over."""

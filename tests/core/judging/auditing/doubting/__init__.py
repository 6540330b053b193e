"""Tests of how many labels are wrong."""

"""Packages that bring the program to a machine without its sources."""

"""Compiled kernels: what gets machine code when, and where it is kept."""

"""Binning, compiled kernels, the thread pool and the tree format: what every algorithm uses."""

"""The compiled kernels: serial, without the GIL, cached on disk. Importing them loads numba."""

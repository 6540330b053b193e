"""Training with the rows of many files on the workers of a Dask cluster."""

"""Predicting a new file with a model."""

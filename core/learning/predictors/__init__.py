"""Predictors: what was learned, as plain arrays, predicted without whatever learned it."""

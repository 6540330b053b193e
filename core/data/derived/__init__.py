"""Columns made of a raw column that no learner can take as it is: dates and texts."""

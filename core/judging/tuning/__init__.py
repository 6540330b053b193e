"""Tuning: settings tried out on folds of the training rows, and judged by rows that had no say."""

"""Tuning: settings are tried within a budget, watched trial by trial, and the best is kept."""

"""The values of facts and guesses: numbers, words, lines of rows, curves."""

Value = float | str | tuple[int, ...] | tuple[float, ...]
"""A number; a word; lines of rows; the values of a curve, round 1 first."""

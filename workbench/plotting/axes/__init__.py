"""Axes whose ticks tell classes, columns, numbers and weights as people read them."""

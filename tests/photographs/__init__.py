"""Photographs every place, view, tab and dialog of the window, in every size and both themes."""

"""Choosing an ensemble, its settings, training it, and going back through its rounds."""

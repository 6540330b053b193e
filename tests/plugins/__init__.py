"""Plugins: a package that adds an ensemble, a learner and a view, and broken ones."""

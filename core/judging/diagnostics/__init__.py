"""Diagnostics: plain functions of a run, a history or arrays, one file a subject.

Where a quantity has no meaning for an ensemble, a `Lacking` stands in its place and says why.
"""

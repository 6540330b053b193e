"""Lessons: plain Markdown files with steps, and the closed vocabulary that they are written in."""

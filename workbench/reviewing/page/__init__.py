"""The review: suspicious rows one after the other, decisions about them, and what they do."""

from workbench.reviewing.page.page import ReviewPage

__all__ = ["ReviewPage"]

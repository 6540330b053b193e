"""The review: suspicious rows one after the other, decisions about them, and what they do."""

from workbench.pages.review.page import ReviewPage

__all__ = ["ReviewPage"]

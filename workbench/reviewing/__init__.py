"""The review: suspicious rows, decisions about them, and what they do."""

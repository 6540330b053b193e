"""Histories: what every row went through, exactly, at any round, in little memory."""

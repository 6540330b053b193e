"""Reviews: what they learn, when they end, what they cost."""

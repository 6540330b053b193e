"""The agenda of a review: what comes next, and what is learned for it from what was decided."""

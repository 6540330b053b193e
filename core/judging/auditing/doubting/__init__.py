"""How many labels are wrong, which, and how surely."""

"""Which columns the ensemble leans on, and what one of them does."""

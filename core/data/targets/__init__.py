"""Which column is likely meant as the target."""

"""The rows as points on two columns."""

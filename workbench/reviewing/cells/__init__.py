"""Wrong values: looked for by a job, listed with what would fit, and put right in one step."""

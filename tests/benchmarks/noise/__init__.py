"""Wrong labels that were put in on purpose: who finds them."""

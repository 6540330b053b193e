"""The verdict: a card above the plots that says what a run means, and what to do next."""

"""What is made of runs: the audit, diagnostics, theory, the review's proof, comparisons."""

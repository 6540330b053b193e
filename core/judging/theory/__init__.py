"""What theory says about an ensemble: bounds, losses, gains, edges, bias and variance."""

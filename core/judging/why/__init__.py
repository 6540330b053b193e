"""Why a prediction: what each column adds to it, and which change of a row would turn it."""

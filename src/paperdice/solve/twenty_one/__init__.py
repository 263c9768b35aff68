"""Twenty One solved row by row."""

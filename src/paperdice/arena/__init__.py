"""Many matches: simulations, duels and leagues, with their statistics and pictures."""

"""The search of `expert`: rollouts of candidate moves, dropping inferior ones until one remains."""

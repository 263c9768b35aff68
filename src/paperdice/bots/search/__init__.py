"""The search of `expert`: play rollouts of the candidate moves, and drop inferior ones until one remains."""

"""`expert`'s search: rollouts from each candidate move, raced against each other until one is left."""

"""Programs that train the weights of the bots; they are not part of the installed package."""

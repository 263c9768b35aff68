"""Four dice-and-pencil games, exact to the letter: Qwixx, Twenty One, Qwantum and Sixto."""

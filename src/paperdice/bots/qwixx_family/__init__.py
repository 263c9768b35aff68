"""The bots of the Qwixx family and of Longo."""

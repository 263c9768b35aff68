"""The processes in which the bots of all tables think, and the queue in which decisions wait for them."""

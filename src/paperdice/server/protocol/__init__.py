"""Data types of the messages between the server and its clients."""

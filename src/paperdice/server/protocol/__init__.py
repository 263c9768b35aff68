"""Messages between server and clients, and stored data: types without behavior."""

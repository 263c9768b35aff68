"""What travels between server and clients, and what is kept: data, nothing that does anything."""

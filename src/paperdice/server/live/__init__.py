"""Tables in use: their connections, their store, their bots and their clock."""

"""The game server: tables, sockets and pages for friends who play together."""

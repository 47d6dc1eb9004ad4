"""The web service: games kept as logs, seats by token, sockets, bots in processes of their own. It knows no rules."""

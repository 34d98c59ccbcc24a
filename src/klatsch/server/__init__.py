"""The web application: pages, sockets, API, accounts, storage. Games, bots and tables know nothing of it."""

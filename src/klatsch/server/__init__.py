"""The web application: pages, sockets, API, accounts, storage. Games, bots and matches know nothing of it."""

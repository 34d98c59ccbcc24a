"""Screens: what everybody at a match sees, the differences that are sent, and the sockets."""

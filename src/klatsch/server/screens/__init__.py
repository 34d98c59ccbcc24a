"""What everybody at a match sees: screens, the differences that travel, and the sockets they travel on."""

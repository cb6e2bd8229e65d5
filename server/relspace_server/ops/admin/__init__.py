"""What admins can ask for, over SSH or on the server's own machine."""

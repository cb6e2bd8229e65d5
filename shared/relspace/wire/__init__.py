"""Messages down, commands up, and their msgpack form."""

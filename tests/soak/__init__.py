"""A server in a process of its own, and hours of everything that must not hurt it: `make soak`."""

"""What a host runs: rooms, their store, and the SSH server that people come in by."""

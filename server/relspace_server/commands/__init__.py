"""What a host types: a file for each command of `relspace-server`."""

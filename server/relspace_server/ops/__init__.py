"""What a host needs while the server runs: figures, health, logs, bans, the audit log and the admin commands."""

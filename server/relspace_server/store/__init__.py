"""Where rooms, accounts and names are kept: small values with compare-and-set and watches (docs/architecture.md)."""

"""The card game, exactly as docs/rules.md says it."""

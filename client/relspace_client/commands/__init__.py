"""What the `relspace` command does: checking and showing records, playing bots against one another, measuring."""

"""Plain mode: the whole game as lines of text and words; for screen readers, scripts and terminals that only print."""

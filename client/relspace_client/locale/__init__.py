"""Languages: what is said on screens, in the reader's own words. English sentences are the message ids."""

"""Everything around a game: seats, options, clocks, talk, rematch. Pure: a state and a command in, a state out."""

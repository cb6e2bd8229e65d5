"""What it costs, beside a floor measured in the same run: `make bench`."""

"""What a person sees: screens, pictures of the table, and plain lines; over any link to the rooms."""

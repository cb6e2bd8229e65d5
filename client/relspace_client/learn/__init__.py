"""The tutorial: lessons as data, played by the rules in a room of their own. Knows neither Textual nor a link."""

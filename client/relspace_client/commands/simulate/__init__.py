"""`relspace simulate`: many games between bots, and what can be read off them."""

"""Tables of games between two sides: what they mean, and what can be computed and told of them."""

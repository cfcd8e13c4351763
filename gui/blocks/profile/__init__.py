"""What a table holds, as its agent tells it: read defensively, and painted."""

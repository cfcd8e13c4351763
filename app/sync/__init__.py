"""A desk and its conversation service are brought in step, both ways; nobody waits for it."""

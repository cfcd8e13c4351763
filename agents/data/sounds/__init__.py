"""How names of one script sound in another."""

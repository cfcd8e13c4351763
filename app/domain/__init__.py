"""The vocabulary of the desk: frozen values in A2A's words, and pure functions over them."""

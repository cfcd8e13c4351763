"""The real window, driven as a person does, and its pictures."""

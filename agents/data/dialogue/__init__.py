"""A dialogue: what was understood before, what a fragment changes, and what is asked back."""

"""The window: the only code that knows Qt, the composition root apart."""

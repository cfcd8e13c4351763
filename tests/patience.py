"""How long a test waits for what must come, however slow or busy the machine is."""

PATIENCE = 300.0
"""Seconds; a test that needs them has failed, one that passes does so when the thing has come."""

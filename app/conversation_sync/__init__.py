"""A desk and its conversation service are brought in step, both ways, without the person waiting.

The desk writes into its own database, always; its log of changes is the outbox: written in the same
transaction as what it tells of, read by a cursor that moves when the service has what it says.
What the service tells is written into the same database and shown as if it had been said here.
"""

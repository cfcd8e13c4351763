"""Requests over queues: the documented names and envelopes, in process or on Redis Streams."""

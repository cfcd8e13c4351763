"""Typed spans of a message are put together by the constructions of the packs."""

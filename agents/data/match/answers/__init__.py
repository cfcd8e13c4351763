"""Rows become sentences, notes, charts and artifacts."""

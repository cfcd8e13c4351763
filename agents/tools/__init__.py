"""Typed tools that agents and models call."""

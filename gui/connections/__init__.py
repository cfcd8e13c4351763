"""Agents and models by address: the picker, adding, signing in, choosing a language model."""

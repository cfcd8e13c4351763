"""Periods: their days, how they are said, and those told from today."""

"""Texts in three languages: normal form, patterns, numbers, Markdown, Korean particles."""

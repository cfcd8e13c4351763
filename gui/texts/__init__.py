"""Texts in the person's language: errors, messages, names, memories; untrusted as plain."""

"""Dialogs and windows of their own: preferences, help, about, crash report, files."""

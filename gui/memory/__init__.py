"""What is remembered: shown, written down, changed."""

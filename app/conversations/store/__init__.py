"""What a desk keeps: conversations, turns, served tasks; opened, repaired, restored."""

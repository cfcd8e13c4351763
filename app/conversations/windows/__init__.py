"""Context windows: what of a conversation an agent is given within a budget. Pure, no database."""

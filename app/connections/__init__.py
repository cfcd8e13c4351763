"""From an agent's name or address to an open link: cards, trust, sign-in, models, tokens."""

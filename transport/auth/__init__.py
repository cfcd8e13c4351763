"""Who may ask: secrets, credentials, OAuth 2, signing in, what requests carry, signed cards."""

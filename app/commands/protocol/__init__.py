"""Commands for those who develop agents: checks, operations, webhooks, recordings."""

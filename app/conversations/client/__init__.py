"""The other end of the conversation service: what desks, agents and orchestrators use to ask it."""

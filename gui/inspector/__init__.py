"""What happened for one message: frames of the wire, steps of the agent."""

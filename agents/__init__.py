"""Agents: executors that answer, and the host that turns one into a served A2A agent."""

"""What passes over queues and WebSockets: document 3, §3 to §5."""

"""Live changes over WebSockets: document 3, §5."""

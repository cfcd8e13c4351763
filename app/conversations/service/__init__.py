"""The conversation service: REST, WebSockets, queues, and whom they let in."""

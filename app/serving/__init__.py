"""What `serve` and `gateway` put together."""

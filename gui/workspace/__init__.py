"""What the parts of one window work with: regions, the open conversation, undo."""

"""The middle of the window: the virtual list of messages, its header, find bar and question."""

"""The left side: conversations with their marks, what needs the person, narrowed lists."""

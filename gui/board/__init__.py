"""The board of a conversation: pinned answers, asked anew, with what has changed."""

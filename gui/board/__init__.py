"""The boards of a conversation and of all: pinned answers, asked anew, with what has changed."""

"""What is done with the open conversation: send, export, tag, find, link, travel back."""

"""The one closed value that a question becomes, whatever it was asked by."""

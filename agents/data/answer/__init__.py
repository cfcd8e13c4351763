"""What a query came to, in words: headline, findings, table, picture, notes, chips."""

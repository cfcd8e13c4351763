"""What the columns of a table mean, as far as the table itself or a person says."""

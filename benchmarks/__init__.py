"""What the program costs, as ratios measured in one run; nothing here fails on a time."""

"""What went over a link, frame by frame: recorded, exported, made anew from the store."""

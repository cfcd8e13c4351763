"""Where a message is written: the line, its bar, what goes along, what is offered, drafts."""

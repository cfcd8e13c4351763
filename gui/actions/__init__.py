"""Every command as one QAction: names, shortcuts and their sheet, the palette."""

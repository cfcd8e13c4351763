"""Widgets that every region is made of: buttons, lines to type in, lists, layouts."""

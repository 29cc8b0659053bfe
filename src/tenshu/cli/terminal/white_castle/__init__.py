"""The White Castle at the terminal."""

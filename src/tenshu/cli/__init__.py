"""The `tenshu` commands and the game in the terminal."""

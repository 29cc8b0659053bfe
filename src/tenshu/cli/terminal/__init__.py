"""A game in the terminal. What is here knows games through `table` only; each game's face has a folder of its own."""

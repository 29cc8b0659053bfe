"""Bots, hints and analyses: thought outside the event loop, in processes that may die."""

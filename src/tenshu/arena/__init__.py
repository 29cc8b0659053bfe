"""Matches between players, and what they tell about a castle."""

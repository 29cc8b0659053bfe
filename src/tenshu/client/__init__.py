"""A small Python client of the protocol."""

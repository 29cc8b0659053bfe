"""What may happen at a table, and the service that makes it happen."""

"""HTTP: routers, limits, headers, errors, health, metrics."""

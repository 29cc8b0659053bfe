"""The web application: identity, tables, live play, storage. docs/server.md says how it holds together."""

"""Sockets: who watches which table, what they are sent, and word between processes."""

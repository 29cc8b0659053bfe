"""Dragon Castle as the terminal shows it. Everything is drawn from the documents and texts that any client gets."""

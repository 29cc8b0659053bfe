"""Identity: guests, accounts, cookies, private links, access tokens, webhooks."""

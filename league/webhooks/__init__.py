"""The delivery of events to webhooks: `senders` sends in threads, `delivering` decides what is sent next."""

"""Posts as platforms give them: X, Mastodon and the Fediverse, Bluesky, Telegram; one file a platform."""

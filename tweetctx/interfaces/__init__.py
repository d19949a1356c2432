"""How people and programs reach tweetctx: commands, the service, bots, and adapters for other libraries."""

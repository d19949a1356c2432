"""What text is made of: sentences, tokens, terms."""

"""Splits text into sentences, tokens and terms."""

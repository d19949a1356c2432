"""Fits the models of links, sentences, topics and phrases, and reports how good they are."""

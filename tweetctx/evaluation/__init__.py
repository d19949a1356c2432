"""Evaluation: scorers of contexts and of sentence rankings, significance tests, and a tuner."""

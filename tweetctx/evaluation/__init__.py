"""How good contexts and rankings of sentences are: measures, and what can be said about their differences."""

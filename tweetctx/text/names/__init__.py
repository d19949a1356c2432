"""Names in texts: folding, keys, and the runs of capitalized words that are taken for names.

Names are compiled hashes of folded letters because a build looks for them in every text: 10 ms a megabyte of English.
A regular expression with a dictionary of folded words, and names as strings, took 105 to 115, and would add a fifth to
the processor time of a build.
"""

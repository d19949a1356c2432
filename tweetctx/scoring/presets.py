"""Specs with a name."""

# The runs of Dublin City University at INEX 2012 (Ganguly, Leveling and Jones): sentences ranked by query likelihood,
# by a relevance model and by a topical relevance model.
PRESETS: dict[str, str] = {
    "dcu-185": "jm(lam=0.4)",
    "dcu-186": "rlm(R=20, lam=0.4, estimate=rm2, rank=product)",
    "dcu-187": "trlm(R=20, lam=0.4, estimate=rm2, rank=product, K=5)",
    "default": "named",
}

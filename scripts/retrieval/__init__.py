"""What the benchmarks of building and retrieval share: corpora, engines, processes, measuring."""

"""The engine for more than one machine: an index in an OpenSearch cluster."""

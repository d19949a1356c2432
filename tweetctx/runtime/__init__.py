"""What programs need of their machine: compiled code, caches, processes, durable files, deadlines."""

"""Many games between bots: simulation, fuzzing, benchmarks. On one process or many."""

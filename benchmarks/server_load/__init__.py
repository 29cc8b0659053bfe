"""The parts of `benchmarks/server.py`: the load, the yardstick, the processes, and a database full of games."""

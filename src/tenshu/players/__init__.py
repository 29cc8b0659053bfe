"""Computer players; they know a game only through `tenshu.table`."""

"""Faults in the real arrangement: processes end, wires are cut, disks are full; a checker examines the history."""

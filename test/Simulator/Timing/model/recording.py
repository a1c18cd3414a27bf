"""Reader of the format of `matrix-sim --record=FILE`: one JSON object per line.

  first line     variant, cores, base (address of the code), words (hex, as in
                 memory), registers (of each core, at reset)
  {"c", "i", "t"}  core c issues instruction i (index in the code) in cycle t;
                 "s": start in its pipe, if later; "x": general registers that it
                 changed, [number, value]; "a": rows touched by instructions on
                 rows, [start, pitch, rows, bytes, memory, write]; "d": its
                 descriptor in hex, "l": that one's list of rows
  {"c", "k"}     transfer k of core c: "first" and "last" line moved, "done"
  {"cycles"}     the end; "cut": the run is incomplete
"""

import json
from dataclasses import dataclass


@dataclass
class Record:
    index: int
    issue: int
    start: int
    registers: list
    accesses: list
    descriptor: bytes | None
    indices: list | None


class Trace:
    def __init__(self, lines):
        lines = iter(lines)
        head = json.loads(next(lines))
        self.variant, self.cores = head["variant"], head["cores"]
        self.words = bytes.fromhex(head["words"])
        self.registers = head["registers"]
        self.streams = [[] for _ in range(self.cores)]
        self.transfers, self.cycles = {}, None
        for line in lines:
            self.add(json.loads(line))

    def add(self, entry):
        if "cycles" in entry:
            self.cycles = entry["cycles"]
        elif "k" in entry:
            self.transfers[entry["c"], entry["k"]] = entry
        else:
            descriptor = entry.get("d")
            self.streams[entry["c"]].append(Record(
                entry["i"], entry["t"], entry.get("s", entry["t"]), entry.get("x", []),
                entry.get("a", []), bytes.fromhex(descriptor) if descriptor else None,
                entry.get("l")))

    def word(self, index):
        return int.from_bytes(self.words[4 * index:4 * index + 4], "little")

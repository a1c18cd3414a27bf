"""Reader of the format of `matrix-sim --record=FILE`: one JSON object per line.

  first line     variant, cores, base (address of the code), words (hex, as in
                 memory), registers (of each core, at reset)
  {"c", "i", "t"}  core c issues instruction i (index in the code, where a pair word
                 has two) in cycle t;
                 "s": start in its pipe, if later; "x": general registers that it
                 changed, [number, value]; "a": rows touched by instructions on
                 rows, [start, pitch, rows, bytes, memory, write]; "d": its
                 descriptor in hex, "l": that one's list of rows
  {"c", "k"}     transfer k of core c: "first" and "last" line moved, "done"
  {"cycles"}     the end; "cut": the run is incomplete
"""

import json
import struct
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
    def __init__(self, lines, pairs=None):
        """`pairs`: those of the description, to tell instructions from words."""
        lines = iter(lines)
        head = json.loads(next(lines))
        self.variant, self.cores = head["variant"], head["cores"]
        words = bytes.fromhex(head["words"])
        self.words = list(instructions_of(words, pairs)) if pairs else []
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
        return self.words[index]


def instructions_of(words, pairs):
    """Yields the word of each instruction; a pair word that has none is one."""
    for (word,) in struct.iter_unpack("<I", words):
        both = []
        if word & pairs["mask"] == pairs["value"]:
            both = [expanded(pairs, word, "first"), expanded(pairs, word, "second")]
        yield from both if both and None not in both else [word]


def expanded(pairs, pair, slot):
    """The instruction word in a slot, by the short forms of the description."""
    bits = pair >> (pairs["slot_bits"] if slot == "first" else 0)
    bits &= (1 << pairs["slot_bits"]) - 1
    for form in pairs["forms"]:
        if form[slot] and bits & form["mask"] == form["value"]:
            word = form["word_value"]
            for operand in form["operands"]:
                number = operand_of(operand, bits)
                for run in operand["runs"]:
                    part = number >> run["low"] & ((1 << run["width"]) - 1)
                    word |= part << run["word_low"]
            return word
    return None


def operand_of(operand, bits):
    field = bits >> operand["low"] & ((1 << operand["width"]) - 1)
    if operand["signed"] and field >> (operand["width"] - 1):
        field -= 1 << operand["width"]
    return (field << operand["shift"]) + operand["base"]

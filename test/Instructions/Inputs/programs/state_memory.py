#===- state_memory.py - memories and states of a machine -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The memories and configuration states that instructions on rows read and write."""

import numpy as np

from semantics.description import Description
from semantics.evaluation import Trap


class StateMemory:
    """The flat memory from address 0, row memories, states."""

    def __init__(self, description: Description, image):
        self.spaces = description.spaces
        self.flat = image
        self.rows = {name: np.zeros((s["rows"], s["row_size"]), np.uint8)
                     for name, s in self.spaces.items() if s["rows"]}
        self.states = {name: initial(s, description)
                       for name, s in description.states.items()}
        self.written = 0

    def copy(self):
        other = object.__new__(StateMemory)
        other.spaces, other.written = self.spaces, self.written
        other.flat = self.flat.copy()
        other.rows = {name: r.copy() for name, r in self.rows.items()}
        other.states = dict(self.states)
        return other

    def row_size(self, space) -> int:
        return self.spaces[space]["row_size"] if space in self.rows else 0

    def place(self, space, address, size, alignment):
        if space in self.rows:
            memory = self.rows[space]
            if not 0 <= address < len(memory):
                raise Trap(f"row {address} of {space}")
            return memory[address][:size]
        if not 0 <= address <= len(self.flat) - size or address % alignment:
            raise Trap(f"address {address}")
        return self.flat[address:address + size]

    def read_row(self, space, address, dtype, count):
        bits = self.place(space, address, dtype.itemsize * count, dtype.itemsize)
        return bits.copy().view(dtype)

    def write_row(self, space, address, row):
        bits = np.ascontiguousarray(row).view(np.uint8)
        self.place(space, address, len(bits), row.itemsize)[:] = bits
        if space not in self.rows:
            self.written = max(self.written, address + len(bits))


def initial(state, description):
    if "format" in state:
        return np.zeros((state["rows"], state["columns"]),
                        description.formats[state["format"]].dtype)
    if "fields" in state:
        return 0
    return float(state["reset"]) if state["type"] == "float" else state["reset"]

#===- reference.py - meanings of instructions, interpreted -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Evaluates the meaning of an instruction on NumPy arrays: a second
implementation of what the records say, independent of all C++.

    Interpreter(description, geometry).run(instruction, values, memory)

`values` by operand name: tiles as arrays of bits, f32 registers as their bits,
general registers and immediates as int. Gives the result tile, or changes
`memory`."""

import numpy as np

from description import Description, Geometry
from evaluation import Elements, Evaluation


class Interpreter:
    def __init__(self, description: Description, geometry: Geometry = None):
        self.formats = description.formats
        self.operators = description.operators
        self.truth = description.formats["FmtI1"]
        self.geometry = geometry

    def run(self, instruction, values: dict, memory=None):
        with np.errstate(all="ignore"):
            return Run(self, instruction, values, memory).run()


class Run(Evaluation):
    """One instruction on one set of operands."""

    def run(self):
        meaning = self.instruction.meaning
        if meaning["op"] in ("Store", "Set", "Seq"):
            return self.execute(meaning)
        if meaning["op"] == "Element":
            return self.element(*meaning["args"])
        result = self.machine.formats[self.instruction.result.format]
        return self.elements(meaning, self.machine.geometry.shape(result)).bits

    def element(self, tile, number):
        """As the register holds it: an f32 by its bits, integers as int64."""
        x = self.elements(tile)
        bits = x.bits.reshape(-1)
        chosen = bits[self.scalar(number) % len(bits)].reshape(1)
        return chosen if x.format.float else x.format.decode(chosen)

    # --- Statements -------------------------------------------------------------

    def execute(self, node):
        arguments = node["args"]
        if node["op"] == "Seq":
            for statement in arguments:
                self.execute(statement)
        elif node["op"] == "Store":
            self.store(*arguments)
        elif node["op"] == "Set" and arguments[0]["op"] == "Operand":
            self.set(*arguments)
        else:
            raise NotImplementedError(f"{self.instruction}: {node['op']}")

    def store(self, value, *place):
        tile = self.elements(value)
        for row, address in enumerate(self.places(len(tile.bits), *place)):
            self.memory.write(address, tile.bits[row])

    def set(self, to, value):
        operand = self.instruction.operand(to["name"])
        shape = self.rows_of(operand), operand.columns
        tile = self.elements(value, shape)
        for row, address in enumerate(self.addresses(operand)):
            self.memory.write_row(operand.space, address, tile.bits[row])

    # --- Memory -----------------------------------------------------------------

    def places(self, rows, base, imm, stride):
        first = (self.scalar(base)
                 + self.scalar(imm) * self.machine.geometry.row_bytes)
        return [first + row * self.scalar(stride) for row in range(rows)]

    def load(self, node, shape):
        fmt = self.machine.formats[node["format"]]
        rows = [self.memory.read(address, fmt.dtype, shape[1])
                for address in self.places(shape[0], *node["args"])]
        return Elements(np.stack(rows), fmt)

    def rows_of(self, operand) -> int:
        rows = operand.rows
        return self.values[rows] if isinstance(rows, str) else rows

    def addresses(self, operand):
        """Of the rows of an operand in memory."""
        if "stride" in operand.facts:
            raise NotImplementedError(f"{self.instruction}: a stride in a state")
        size = operand.columns * self.machine.formats[operand.format].size
        pitch = self.memory.pitch(operand.space, size)
        first = self.values[operand.name]
        return [first + row * pitch for row in range(self.rows_of(operand))]

    def operand(self, name):
        operand = self.instruction.operand(name)
        fmt = self.machine.formats[operand.format]
        if operand.kind == "tile":
            return Elements(self.values[name], fmt)
        return Elements(np.stack([
            self.memory.read_row(operand.space, address, fmt.dtype, operand.columns)
            for address in self.addresses(operand)]), fmt)

#===- reference.py - semantics of instructions, interpreted ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Evaluates the semantics of an instruction on NumPy arrays: a second implementation of
the records' semantics, independent of all C++.

    Interpreter(description, geometry).run(instruction, values, memory)

`values` are the operands by name: tiles as arrays of bits, f32 registers as bits,
general registers and immediates as int. Returns the result tile, or changes `memory`.
"""

import numpy as np

from semantics.description import Description, Geometry
from semantics.evaluation import Elements, Evaluation, Trap


class Tile:
    """A tile in memory, described by TileAt."""

    def __init__(self, facts, fmt, memory, address, shape, null):
        self.facts, self.format, self.memory = facts, fmt, memory
        self.address, self.shape, self.is_null = address, shape, null

    def state(self, name, otherwise):
        record = self.facts.facts.get(name)
        return self.memory.states[record] if record else otherwise

    def pieces(self):
        """Yields row, first column, columns and address of each row, by column blocks.
        """
        rows, columns = self.shape
        width = self.memory.row_size(self.facts.space)
        dense = 1 if width else columns * self.format.size
        stride = self.state("stride", dense)
        block = self.state("block_stride", self.facts.facts.get("block_rows"))
        cut = width // self.format.size if width and block is not None else columns
        for row in range(rows):
            for number, begin in enumerate(range(0, columns, cut or 1)):
                yield (row, begin, min(cut, columns - begin),
                       self.address + row * stride + number * (block or 0))

    def read(self) -> Elements:
        bits = np.zeros(self.shape, self.format.dtype)
        for row, begin, count, address in () if self.is_null else self.pieces():
            bits[row, begin:begin + count] = self.memory.read_row(
                self.facts.space, address, self.format.dtype, count)
        return Elements(bits, self.format)

    def write(self, bits):
        for row, begin, count, address in () if self.is_null else self.pieces():
            self.memory.write_row(self.facts.space, address,
                                  bits[row, begin:begin + count])


class Interpreter:
    def __init__(self, description: Description, geometry: Geometry = None):
        self.formats = description.formats
        self.operators = description.operators
        self.tiles = description.tiles
        self.states = description.states
        self.truth = description.formats["FmtI1"]
        self.geometry = geometry

    def run(self, instruction, values: dict, memory=None):
        with np.errstate(all="ignore"):
            return Run(self, instruction, values, memory).run()


class Run(Evaluation):
    """One instruction on one set of operands."""

    def run(self):
        semantics = self.instruction.semantics
        if semantics["op"] in ("Store", "Set", "Seq", "Switch"):
            return self.execute(semantics)
        if semantics["op"] == "Element":
            return self.element(*semantics["args"])
        result = self.machine.formats[self.instruction.result.format]
        return self.elements(semantics, self.machine.geometry.shape(result)).bits

    def element(self, tile, number):
        """An element as a register holds it: an f32 as bits, integers as int64."""
        x = self.elements(tile)
        bits = x.bits.reshape(-1)
        chosen = bits[self.scalar(number) % len(bits)].reshape(1)
        return chosen if x.format.float else x.format.decode(chosen)

    # --- Statements -------------------------------------------------------------

    def execute(self, node):
        arguments = node.get("args", [])
        if node["op"] == "Seq":
            for statement in arguments:
                self.execute(statement)
        elif node["op"] == "Store":
            self.store(*arguments)
        elif node["op"] == "Switch":
            self.execute(self.alternative(node))
        elif node["op"] == "Point":
            self.memory.states[arguments[0]["record"]] = self.scalar(arguments[1])
        elif node["op"] == "Set" and arguments[0]["op"] == "Operand":
            self.set(*arguments)
        elif node["op"] == "Set" and arguments[0]["op"] == "View":
            tile = self.tile_of(arguments[0])
            tile.write(self.elements(arguments[1], tile.shape).bits)
        elif node["op"] == "Set":
            self.set_state(*arguments)
        else:
            raise NotImplementedError(f"{self.instruction}: {node['op']}")

    def store(self, value, *place):
        tile = self.elements(value)
        for row, address in enumerate(self.places(len(tile.bits), *place)):
            self.memory.write(address, tile.bits[row])

    def set(self, to, value):
        place = self.place(self.instruction.operand(to["name"]))
        place.write(self.elements(value, place.shape).bits)

    def set_state(self, to, value):
        name = to["record"]
        if "format" in to:
            self.memory.states[name] = self.elements(
                value, self.memory.states[name].shape).bits
            return
        number = self.scalar(value)
        if self.machine.states[name]["type"] == "float":
            number = float(np.uint32(number).view(np.float32))
        self.memory.states[name] = number

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

    def tile_of(self, view) -> Tile:
        tile, source = self.machine.tiles[view["record"]], view["args"][0]
        fields = {f["name"]: f for f in self.fields_of(source)}
        counts = [self.count(tile.facts[which], source, fields)
                  for which in ("rows", "columns")]
        null = tile.facts.get("null_field")
        if null:
            everything = (1 << fields[null]["width"]) - 1
            value = tile.facts["null_value"]
            null = self.field(source, fields[null]) == (
                everything if value < 0 else value)
        return Tile(tile, self.machine.formats[tile.format], self.memory,
                    self.field(source, fields["row"]), counts, null)

    def fields_of(self, source):
        if source["op"] == "State":
            return self.machine.states[source["record"]]["fields"]
        return self.instruction.operand(source["name"]).fields

    def count(self, extent, source, fields) -> int:
        if isinstance(extent, int):
            return extent
        if "." in extent:
            name, extent = extent.split(".")
            source = {"op": "Operand", "name": name}
            fields = {f["name"]: f for f in self.instruction.operand(name).fields}
        number = self.field(source, fields[extent])
        if number > fields[extent]["maximum"]:
            raise Trap(f"{number} {extent}")
        return number

    def place(self, operand) -> Tile:
        """The tile in memory that an operand refers to."""
        return Tile(operand, self.machine.formats[operand.format], self.memory,
                    self.values[operand.name],
                    (self.rows_of(operand), operand.columns), False)

    def operand(self, name):
        operand = self.instruction.operand(name)
        if operand.kind == "tile":
            return Elements(self.values[name], self.machine.formats[operand.format])
        return self.place(operand).read()

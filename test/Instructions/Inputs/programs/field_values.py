#===- field_values.py - operands of instructions on rows -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random values for the operands of one instruction on rows: addresses, counts, and the
fields of registers that set states. The class is a base of StateProgram, which owns the
description, the memory and the random numbers."""

import numpy as np

from semantics.description import nodes

SOURCE = 1 << 14       # bytes of flat memory that are read only
WINDOW = 96            # rows of each memory in use; few, so that tiles overlap
NUMBERS = [0, 1, 2, 3, 6, 8, 10, 12, 16, 17, 32, 48, 64, 80]
STRIDES = [1, 1, 2, 3, 0, 5, 16, 17]
WHOLE_STRIDES = [0, 1, 2, 16, 64, 128, 132, 256]    # strides without a bit field
FLAGS = [0, 1, 1, 0, 1, 2]
SCALES = [1.0, 0.5, 0.0371, 2.75, -1.5, 1.0]


def written(instruction) -> list:
    """The tiles that the instruction may write."""
    return [n["args"][0] for n in nodes(instruction.semantics)
            if n["op"] == "Set" and n["args"][0]["op"] in ("View", "Operand")]


class FieldValues:
    def put(self, name, low, width, value):
        mask = (1 << width) - 1 << low
        self.values[name] = self.values[name] & ~mask | value << low & mask

    def fill(self, node):
        arguments = node.get("args", [])
        if node["op"] == "Set" and isinstance(arguments[1], dict) and (
                arguments[1]["op"] == "Field"):
            self.fill_state(arguments[0], arguments[1])
        elif node["op"] == "Set" and arguments[0]["op"] == "State" and (
                arguments[1].get("op") == "Operand"):
            self.values[arguments[1]["name"]] = int(self.rng.choice(WHOLE_STRIDES))
        elif node["op"] == "View" and arguments[0]["op"] == "Operand":
            self.fill_address(node, arguments[0]["name"])
        elif node["op"] == "Point":
            self.fill_fields(arguments[1]["name"], self.description.states[
                arguments[0]["record"]]["fields"])
            self.fill_pointer(arguments)

    def fill_state(self, state, field):
        facts = self.description.states[state["record"]]
        if facts["type"] == "float":
            value = int(np.float32(self.rng.choice(SCALES)).view(np.uint32))
        else:
            width = field["width"]
            value = int(self.rng.choice(
                FLAGS if width < 3 else STRIDES if width <= 16 else NUMBERS))
        self.put(field["args"][0]["name"], field["low"], field["width"], value)

    def fill_operand(self, operand):
        """Counts, and addresses without bit fields."""
        if operand.kind == "immediate":
            most = min(operand.maximum, WINDOW)
            self.values[operand.name] = int(self.rng.integers(operand.minimum, most + 1))
        elif operand.kind == "rows" and self.description.spaces[operand.space]["rows"]:
            def fill(row):
                self.values[operand.name] = row
            self.views.append((operand.space, fill))
            fill(int(self.rng.integers(self.first_rows(operand))))
        elif operand.kind == "rows":
            size = self.description.formats[operand.format].size
            address = size * int(self.rng.integers(1, SOURCE // 2 // size))
            stored = any(to.get("name") == operand.name
                         for to in written(self.instruction))
            self.values[operand.name] = self.memory.written if stored else address
            self.flat.add(operand.name)

    def first_rows(self, operand) -> int:
        """The number of first rows for which all rows are inside the memory."""
        rows = operand.rows if isinstance(operand.rows, int) else 1
        return max(1, min(WINDOW, self.description.spaces[operand.space]["rows"] - rows + 1))

    def fill_fields(self, name, fields):
        for field in fields:
            if field["maximum"] >= 0:
                most = field["maximum"]
                some = self.rng.integers(1, most + 1, 2)
                value = self.rng.choice([1, most, most, most, most // 2, *some])
                self.put(name, field["low"], field["width"], int(value))

    def fill_address(self, view, name, row=None):
        tile = self.description.tiles[view["record"]]
        fields = {f["name"]: f for f in self.instruction.operand(name).fields}
        self.fill_fields(name, fields.values())
        if self.description.spaces[tile.space]["rows"]:
            address = int(self.rng.integers(WINDOW)) if row is None else row
            self.views.append(
                (tile.space, lambda row: self.fill_address(view, name, row)))
        elif self.is_written(view):
            address = self.memory.written
            self.flat.add(name)
        else:
            size = self.description.formats[tile.format].size
            address = size * int(self.rng.integers(1, SOURCE // 2 // size))
            self.flat.add(name)
        self.put(name, fields["row"]["low"], fields["row"]["width"], address)
        null = tile.facts.get("null_field")
        if null and self.rng.random() < 0.06:
            value = tile.facts["null_value"]
            self.put(name, fields[null]["low"], fields[null]["width"], value)
            self.flat.discard(name)

    def fill_pointer(self, arguments):
        """Random flags, and sometimes a null address."""
        state = self.description.states[arguments[0]["record"]]
        name = arguments[1]["name"]
        for field in state["fields"]:
            if field["name"] == "row":
                value = int(self.rng.integers(WINDOW))
            elif field["width"] == 1:
                value = int(self.rng.integers(2))
            else:
                continue
            self.put(name, field["low"], field["width"], value)
        null = self.null_fields(arguments[0]["record"])
        for field in state["fields"]:
            if field["name"] in null and self.rng.random() < 0.06:
                self.put(name, field["low"], field["width"], -1)

    def null_fields(self, state) -> set:
        """The null fields of the tiles that instructions access through a state."""
        views = (n for i in self.instructions for n in nodes(i.semantics)
                 if n["op"] == "View" and n["args"][0].get("record") == state)
        return {self.description.tiles[v["record"]].facts.get("null_field") for v in views}

    def is_written(self, view) -> bool:
        return any(to == view for to in written(self.instruction))

#===- state_program.py - a program of instructions with configuration ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Instructions whose operands are fields of registers and whose semantics depend
on state. The program is a random walk: each step chooses an instruction, a way
through its alternatives that the present state allows, and values of the fields
it needs; what traps in the reference is chosen again. Tiles in memory are read
from a source and written to places that nothing else uses, so the memory at the
end shows every store.

  memory   | source | what each store wrote ..."""

from dataclasses import dataclass

import numpy as np

from programs.values import moderate, special_values
from semantics.description import Description, nodes
from semantics.evaluation import Trap

ROUNDS = 300
SOURCE = 1 << 14
SIZE = 1 << 20
WINDOW = 96            # rows of each memory in use, so that tiles meet again
NUMBERS = [0, 1, 2, 3, 6, 8, 10, 12, 16, 17, 32, 48, 64, 80]
STRIDES = [1, 1, 2, 3, 0, 5, 16, 17]
WHOLE_STRIDES = [0, 1, 2, 16, 64, 128, 132, 256]    # of whole registers
FLAGS = [0, 1, 1, 0, 1, 2]
SCALES = [1.0, 0.5, 0.0371, 2.75, -1.5, 1.0]


@dataclass
class Step:
    instruction: object
    values: dict
    flat: set              # operands that are addresses in memory
    stored: slice = None   # what it writes there


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


def written(instruction) -> list:
    """The tiles that it may write."""
    return [n["args"][0] for n in nodes(instruction.semantics)
            if n["op"] == "Set" and n["args"][0]["op"] in ("View", "Operand")]


class StateProgram:
    def __init__(self, description: Description, cpu: str, interpreter):
        self.description = description
        self.instructions = description.of_kind("rows", cpu)
        self.interpreter = interpreter
        self.storing = [i for i in self.instructions if self.stores(i)]
        self.rng = np.random.default_rng(3)
        self.memory = StateMemory(description, self.image())
        self.memory.written = SOURCE
        self.steps, self.before = [], {}
        # Twice as often as others.
        configuring = [i for i in self.instructions if not any(
            n["op"] in ("View", "Point") for n in nodes(i.semantics))]
        for _ in range(ROUNDS):
            for instruction in self.rng.permutation(self.instructions + configuring):
                self.add(instruction)
        missing = [i for i in self.instructions if i.mnemonic not in self.before]
        if missing:
            raise NotImplementedError(f"{missing[0]}: every choice of operands traps")
        self.size = -(-self.memory.written // 64) * 64

    def image(self):
        rng = np.random.default_rng(4)
        image = np.zeros(SIZE, np.uint8)
        words = rng.integers(-3000, 3000, SOURCE // 4).astype(np.int32)
        words[SOURCE // 8:] = rng.integers(0, 1 << 32, SOURCE // 8, np.uint32).view(np.int32)
        image[:SOURCE] = words.view(np.uint8)
        for fmt in self.float_formats():
            clean = image[:SOURCE * 31 // 32].view(fmt.dtype)
            clean[:] = moderate(fmt, rng, len(clean))
        for fmt in self.description.formats.values():
            if not fmt.float and fmt.bits >= 8:
                odd = special_values(fmt).view(np.uint8)
                at = 64 * int(rng.integers(SOURCE // 128))
                image[at:at + len(odd)] = odd
        return image

    def float_formats(self) -> list:
        """Of operands that are rows: sums of any bits would hardly be numbers."""
        formats = {o.format for i in self.instructions for o in i.inputs
                   if o.kind == "rows"}
        return [f for f in map(self.description.formats.get, sorted(formats)) if f.float]

    # --- Steps --------------------------------------------------------------------

    def add(self, instruction):
        """A step that the state allows, if there is one; then its results in row
        memories are stored."""
        for _ in range(30):
            before = self.memory
            if self.try_step(self.choose(instruction)):
                for space, rows in self.memory.rows.items():
                    changed = np.flatnonzero((rows != before.rows[space]).any(axis=1))
                    if len(changed):
                        self.observe(space, int(changed[0]))
                return

    def try_step(self, step) -> bool:
        memory = self.memory.copy()
        try:
            self.interpreter.run(step.instruction, step.values, memory)
        except Trap:
            return False
        self.before.setdefault(step.instruction.mnemonic,
                               (len(self.steps), self.memory))
        if memory.written > self.memory.written:
            step.stored = slice(self.memory.written, memory.written)
        memory.written = -(-memory.written // 64) * 64
        self.steps.append(step)
        self.memory = memory
        return True

    def observe(self, space, row):
        for _ in range(30):
            storing = self.rng.choice(self.storing)
            step = self.choose(storing)
            for place, fill in self.views:
                if place == space:
                    fill(row)
                    self.select()
                    if self.try_step(Step(storing, dict(self.values), step.flat)):
                        return

    def choose(self, instruction) -> Step:
        self.values = {o.name: 0 for o in instruction.inputs}
        self.flat, self.selected, self.views = set(), [], []
        used = []
        self.instruction = instruction
        self.walk(instruction.semantics, used)
        for node in used:
            self.fill(node)
        for operand in instruction.inputs:
            self.fill_operand(operand)
        self.select()
        return Step(instruction, dict(self.values), set(self.flat))

    def select(self):
        for name, low, width, value in self.selected:
            self.put(name, low, width, value)

    def walk(self, node, used):
        """Chooses alternatives, and collects the state that they read."""
        if not isinstance(node, dict):
            return
        if node["op"] != "Switch":
            used.append(node)
            for argument in node.get("args", []):
                self.walk(argument, used)
            return
        selector, *alternatives = node["args"]
        if selector["op"] == "Field" and selector["args"][0]["op"] == "Operand":
            chosen = self.chosen(selector, len(alternatives))
        else:
            chosen = self.look(selector)
        if chosen < len(alternatives):
            self.walk(alternatives[chosen], used)

    def chosen(self, selector, count) -> int:
        """The same field is chosen once."""
        key = (selector["args"][0]["name"], selector["low"], selector["width"])
        for *other, value in self.selected:
            if tuple(other) == key:
                return value
        value = int(self.rng.integers(min(count, 1 << selector["width"])))
        self.selected.append((*key, value))
        return value

    def look(self, selector) -> int:
        if selector["op"] == "Is":
            return int(self.look(selector["args"][0]) == selector["value"])
        if selector["op"] == "Field":
            value = self.memory.states[selector["args"][0]["record"]]
            return value >> selector["low"] & (1 << selector["width"]) - 1
        return self.memory.states[selector["record"]]

    # --- Values of fields -----------------------------------------------------------

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
        """Counts, and addresses that registers hold as they are."""
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
        """Places for the first row with which all rows are in the memory."""
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
        """The null fields of the tiles that views find at this state."""
        views = (n for i in self.instructions for n in nodes(i.semantics)
                 if n["op"] == "View" and n["args"][0].get("record") == state)
        return {self.description.tiles[v["record"]].facts.get("null_field") for v in views}

    def is_written(self, view) -> bool:
        return any(to == view for to in written(self.instruction))

    def stores(self, instruction) -> bool:
        """To memory, not to rows?"""
        places = (self.description.tiles[to["record"]] if to["op"] == "View"
                  else instruction.operand(to["name"]) for to in written(instruction))
        return any(not self.description.spaces[place.space]["rows"] for place in places)

    # --- Reference --------------------------------------------------------------------

    @property
    def tests(self) -> list:
        return [s for s in self.steps if s.stored]

    def reference(self, _interpreter):
        return self.memory.flat[:self.size]

    def notices(self, interpreter, changed, semantics) -> bool:
        """Do wrong semantics change what is stored?"""
        first, memory = self.before[changed.mnemonic]
        memory, wrong = memory.copy(), changed.with_semantics(semantics)
        for step in self.steps[first:]:
            instruction = wrong if step.instruction is changed else step.instruction
            try:
                interpreter.run(instruction, step.values, memory)
            except (Trap, ValueError, IndexError):
                return True
            if step.stored and not np.array_equal(memory.flat[step.stored],
                                                  self.memory.flat[step.stored]):
                return True
        return False

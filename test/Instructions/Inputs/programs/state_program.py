#===- state_program.py - a program of instructions with configuration ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Instructions whose operands are fields of registers and whose semantics depend
on state. The program is a random walk: each step selects an instruction, a path
through its alternatives that the present state permits, and values of its fields.
A step that traps in the reference is selected again. Loads read from a source
region; each store writes to addresses of its own, so that the final memory contains
the result of every store.

  memory   | source | result of store 0 | result of store 1 | ..."""

from dataclasses import dataclass

import numpy as np

from programs.field_values import SOURCE, FieldValues, written
from programs.state_memory import StateMemory
from programs.values import moderate, special_values
from semantics.description import Description, nodes
from semantics.evaluation import Trap

ROUNDS = 300
SIZE = 1 << 20


@dataclass
class Step:
    instruction: object
    values: dict
    flat: set              # operands that are addresses in flat memory
    stored: slice = None   # bytes of flat memory that it writes


class StateProgram(FieldValues):
    def __init__(self, description: Description, cpu: str, interpreter):
        self.description = description
        self.instructions = description.of_kind("rows", cpu)
        self.interpreter = interpreter
        self.storing = [i for i in self.instructions if self.stores(i)]
        self.rng = np.random.default_rng(3)
        self.memory = StateMemory(description, self.image())
        self.memory.written = SOURCE
        self.steps, self.before = [], {}
        # Instructions that only set states occur twice as often as others.
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
        """Formats of operands that are rows: sums of random bits are mostly NaN."""
        formats = {o.format for i in self.instructions for o in i.inputs
                   if o.kind == "rows"}
        return [f for f in map(self.description.formats.get, sorted(formats)) if f.float]

    # --- Steps --------------------------------------------------------------------

    def add(self, instruction):
        """Appends a step that the state permits, if there is one, and stores of the
        rows that it changes."""
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
        """Selects alternatives, and collects the nodes of the selected ones."""
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
        """Each field gets one value, also if several Switches read it."""
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

    def stores(self, instruction) -> bool:
        """Whether the instruction writes flat memory."""
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
        """Whether modified semantics change a stored byte."""
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

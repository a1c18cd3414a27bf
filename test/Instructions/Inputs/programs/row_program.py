#===- row_program.py - a program of instructions on rows -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Only the tested instructions access row memories. The program is therefore a list of
steps: fill row memories by instructions that copy, execute one instruction, and copy
every row memory to its own region of memory. Reference and simulator execute the same
steps.

    memory   | source | dump of step 0 | dump of step 1 | ...
"""

from dataclasses import dataclass

import numpy as np

from programs.values import moderate, special_values, tie_factors, tiny
from semantics.description import Description, Instruction

ROUNDS = 4  # with each part of the source


@dataclass
class Step:
    instruction: Instruction
    values: dict
    flat: set          # operands that are addresses in memory


@dataclass
class Test:
    """A step, and the region to which the row memories are copied after it."""
    step: Step
    stored: slice


class RowMemory:
    """The flat memory from address 0, and the row memories."""

    def __init__(self, description: Description, image):
        self.spaces = {name: s for name, s in description.spaces.items()}
        self.flat = image.copy()
        self.rows = {name: np.zeros((s["rows"], s["row_size"]), np.uint8)
                     for name, s in self.spaces.items() if s["rows"]}

    def row_size(self, space) -> int:
        return self.spaces[space]["row_size"] if space in self.rows else 0

    def read_row(self, space, address, dtype, count):
        size = dtype.itemsize * count
        if space in self.rows:
            return self.rows[space][address][:size].view(dtype)
        return self.flat[address:address + size].copy().view(dtype)

    def write_row(self, space, address, row):
        row = np.ascontiguousarray(row).view(np.uint8)
        place = (self.rows[space][address] if space in self.rows
                 else self.flat[address:])
        place[:len(row)] = row


class RowProgram:
    def __init__(self, description: Description, cpu: str):
        self.description = description
        self.instructions = description.of_kind("rows", cpu)
        self.rng = np.random.default_rng(1)
        self.steps, self.tests, self.right = [], [], None
        # Special numbers follow the clean part, which the first steps use: once they
        # have spread, few sums are finite. Then follow numbers whose products are near
        # the smallest normal one, and those with sums halfway between two numbers.
        self.clean_bytes = 2 * max(
            self.bytes_of(o, o.rows if isinstance(o.rows, int) else self.most(i))
            for i in self.instructions for o in self.row_operands(i))
        part = self.clean_bytes // 2
        self.special_bytes, self.tiny_bytes, self.source_bytes = (
            self.clean_bytes + part * number for number in (1, 2, 3))
        self.size = self.source_bytes
        for self.first_byte, self.reached_bytes in (
                (0, self.clean_bytes), (0, self.special_bytes),
                (self.special_bytes, self.tiny_bytes),
                (self.tiny_bytes, self.source_bytes)):
            for _ in range(ROUNDS):
                for index in self.rng.permutation(len(self.instructions)):
                    self.test(self.instructions[index])
        self.size = -(-self.size // 64) * 64

    # --- Operands ---------------------------------------------------------------

    @staticmethod
    def row_operands(instruction):
        return [o for o in instruction.inputs if o.kind == "rows"]

    def space_rows(self, operand) -> int:
        return self.description.spaces[operand.space]["rows"]

    def bytes_of(self, operand, rows) -> int:
        return rows * operand.columns * self.description.formats[operand.format].size

    def most(self, instruction) -> int:
        """The largest count operand for which all rows are inside their memory."""
        counts = [o.maximum for o in instruction.inputs if o.kind == "immediate"]
        return min(counts + [self.space_rows(o) for o in self.row_operands(instruction)
                             if self.space_rows(o)])

    def choose(self, instruction) -> dict:
        values = {}
        for operand in instruction.inputs:
            if operand.kind == "immediate":
                most = self.most(instruction)
                values[operand.name] = int(self.rng.choice(
                    [operand.minimum, 2, 17, most - 1, most, most]))
        for operand in self.row_operands(instruction):
            rows = values.get(operand.rows, operand.rows)
            limit = self.space_rows(operand) - rows
            if self.space_rows(operand):
                values[operand.name] = int(self.rng.choice(
                    [0, limit, self.rng.integers(limit + 1)]))
            else:
                size = self.description.formats[operand.format].size
                free = (self.reached_bytes - self.bytes_of(operand, rows)) // size
                values[operand.name] = size * int(self.rng.integers(free + 1))
        return values

    # --- Steps ------------------------------------------------------------------

    def test(self, instruction):
        for space in self.spaces():
            self.copy_all(self.flat_space(), space, 0)
        self.step(instruction, self.choose(instruction))
        step, begin = self.steps[-1], self.size
        for space in self.spaces():
            self.dump(space)
        self.tests.append(Test(step, slice(begin, self.size)))

    def step(self, instruction, values):
        flat = {o.name for o in self.row_operands(instruction) if not self.space_rows(o)}
        self.steps.append(Step(instruction, values, flat))

    def spaces(self) -> list:
        return sorted({o.space for i in self.instructions for o in self.row_operands(i)
                       if self.space_rows(o)})

    def flat_space(self) -> str:
        return next(o.space for i in self.instructions for o in self.row_operands(i)
                    if not self.space_rows(o))

    def copies(self):
        """Instructions that only copy, with an operand for the number of rows."""
        for instruction in self.instructions:
            semantics = instruction.semantics
            if semantics["op"] == "Set" and all(
                    a["op"] == "Operand" for a in semantics["args"]):
                to, source = (instruction.operand(a["name"]) for a in semantics["args"])
                if isinstance(to.rows, str):
                    yield instruction, to, source

    def path(self, source, target) -> list:
        """Copies that lead from one memory to another, one after the other."""
        reached = {source: []}
        for _ in self.description.spaces:
            for copy in self.copies():
                _, to, origin = copy
                if origin.space in reached and to.space not in reached:
                    reached[to.space] = reached[origin.space] + [copy]
        return reached.get(target)

    def dump(self, space):
        path = self.path(space, self.flat_space())
        if path is None:
            raise NotImplementedError(f"no instructions copy {space} to memory")
        done, total = 0, self.description.spaces[space]["rows"]
        while done < total:
            count = min([total - done] + [self.most(i) for i, _, _ in path])
            done += self.copy(path, done, self.size, count)
            self.size += self.bytes_of(path[-1][1], count)

    def copy_all(self, source, target, address):
        """Fills a row memory, if a sequence of copies leads to it."""
        path = self.path(source, target)
        if path:
            count = self.most(path[-1][0])
            free = self.reached_bytes - self.first_byte - self.bytes_of(path[0][2], count)
            size = self.description.formats[path[0][2].format].size
            begin = self.first_byte + size * int(self.rng.integers(free // size + 1))
            self.copy(path, begin, address, count)

    def copy(self, path, source, target, count) -> int:
        for place, (instruction, to, origin) in enumerate(path):
            last = place == len(path) - 1
            self.step(instruction, {
                to.name: target if last else 0, origin.name: 0 if place else source,
                to.rows: count})
        return count

    # --- Memory and reference ---------------------------------------------------

    def image(self):
        """The initial memory."""
        rng = np.random.default_rng(2)
        operand = self.row_operands(self.instructions[0])[0]
        fmt = self.description.formats[operand.format]
        elements = moderate(fmt, rng, self.source_bytes // fmt.size)
        # Small elements: exponentials of large sums of products overflow.
        if fmt.float and operand.columns > 64:
            elements = fmt.encode(fmt.decode(elements) * 8 / operand.columns ** 0.5)
        end = self.special_bytes // fmt.size
        # The shorter sums are, the more of their elements are special.
        odd = rng.integers(self.clean_bytes // fmt.size, end,
                           size=end // (4 * operand.columns))
        elements[odd] = rng.choice(special_values(fmt), len(odd))
        ties = self.tiny_bytes // fmt.size
        elements[end:ties] = tiny(fmt, rng, (ties - end,), self.description.formats["FmtF32"])
        elements[ties:] = tie_factors(fmt, rng, (len(elements) - ties,))
        image = np.zeros(self.size, np.uint8)
        image[:self.source_bytes] = elements.view(np.uint8)
        return image

    def reference(self, interpreter, changed=None, semantics=None):
        """The final memory; `changed` is executed with other semantics."""
        memory = RowMemory(self.description, self.image())
        for step in self.steps:
            instruction = step.instruction
            if instruction is changed:
                instruction = instruction.with_semantics(semantics)
            interpreter.run(instruction, step.values, memory)
        return memory.flat

    def notices(self, interpreter, changed, semantics) -> bool:
        """Whether modified semantics change a stored byte."""
        if self.right is None:
            self.right = self.reference(interpreter)
        return not np.array_equal(self.reference(interpreter, changed, semantics),
                                  self.right)

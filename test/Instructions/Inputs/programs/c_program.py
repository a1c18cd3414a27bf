#===- c_program.py - random C programs on tiles ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""RandomProgram writes a C program over variables of type matrix_tile and computes its
results: instructions without memory accesses on all variables, copies, loops, branches,
functions that are inlined or not, arrays on the stack, in the scratchpad and in DRAM.
"""

import random

import numpy as np

from programs.operand_sets import OperandSets
from programs.tile_cases import access_of

VARIABLES = 6
ARRAY = 3         # elements of each array
DEPTH = 2         # of nested loops and branches

HEAD = """#include <matrix/Builtins.h>
enum { WORDS = sizeof(matrix_tile) / 4 };
static const char note[] __attribute__((section(".matrix.kernel"), used)) =
    "%s";
static volatile int one = 1;
static MATRIX_SCRATCHPAD matrix_tile near[%d];
static matrix_tile far[%d];
static void copy(MATRIX_SCRATCHPAD int32_t *to, const int32_t *from, int words) {
  for (int i = 0; i < words; ++i)
    to[i] = from[i];
}
"""


class RandomProgram:
    def __init__(self, description, cpu, interpreter, seed):
        self.random = random.Random(seed)
        self.interpreter = interpreter
        self.description = description
        self.geometry = description.geometry(cpu)
        self.instructions = [
            i for i in description.of_kind("tile", cpu)
            if access_of(i) is None and i.result and i.result.kind == "tile"]
        rng = np.random.default_rng(seed)
        words = self.geometry.bytes // 4
        self.inputs = rng.integers(0, 1 << 32, (VARIABLES, words), np.uint32)
        # Half of the inputs are ordinary numbers of f32.
        self.inputs[::2] = rng.normal(0, 4, self.inputs[::2].shape).astype(np.float32).view(np.uint32)
        self.functions = []
        self.code = self.block(0)

    # --- Statements: pairs of text and effect on a state ---------------------------

    def block(self, depth, count=None):
        statements = [self.statement(depth) for _ in range(count or self.random.randint(2, 5))]
        text = "".join(text for text, _ in statements)

        def run(state):
            for _, effect in statements:
                effect(state)
        return text, run

    def statement(self, depth):
        kinds = [self.operation] * 6 + [self.swap, self.access, self.access, self.call]
        if depth < DEPTH:
            kinds += [self.loop, self.branch]
        return self.random.choice(kinds)(depth)

    def variable(self) -> int:
        return self.random.randrange(VARIABLES)

    def operation(self, depth):
        instruction = self.random.choice(self.instructions)
        names = iter([self.variable() for _ in instruction.inputs])
        values, arguments = {}, []
        for operand in instruction.inputs:
            if operand.kind == "tile":
                name = next(names)
                values[operand.name] = name
                arguments.append(f"v{name}")
            else:
                text, value = self.scalar(instruction, operand)
                values[operand.name] = value
                arguments.append(text)
        target = self.variable()

        def run(state):
            actual = {o.name: state.view(values[o.name], self.format(o))
                      if o.kind == "tile" else values[o.name] for o in instruction.inputs}
            state.tiles[target] = bytes_of(self.interpreter.run(instruction, actual))
        name = instruction.mnemonic.replace(".", "_")
        return f"v{target} = matrix_{name}({', '.join(arguments)});\n", run

    def scalar(self, instruction, operand):
        """The text of an argument, and the bits that the interpreter takes."""
        if operand.kind == "immediate":
            sets = OperandSets(self.description, self.geometry, instruction, 0)
            value = self.random.choice(sets.choices(operand))
            return str(value), value
        if operand.kind == "f32":
            number = np.float32(self.random.uniform(-3, 3))
            return f"{float(number).hex()}f", int(number.view(np.uint32))
        value = self.random.randint(-9, 9)
        return f"{value} * one", value & ((1 << 64) - 1)

    def format(self, operand):
        return self.interpreter.formats[operand.format]

    def swap(self, _depth):
        a, b = self.variable(), self.variable()

        def run(state):
            state.tiles[a], state.tiles[b] = state.tiles[b], state.tiles[a]
        return f"{{ matrix_tile t = v{a}; v{a} = v{b}; v{b} = t; }}\n", run

    def access(self, _depth):
        array, index = self.random.choice(["near", "far", "local"]), self.random.randrange(ARRAY)
        name, place = self.variable(), f"{array}[{index} * one]"
        if self.random.random() < 0.5:
            def store(state):
                state.arrays[array, index] = state.tiles[name]
            return f"{place} = v{name};\n", store

        def load(state):
            state.tiles[name] = state.arrays[array, index]
        return f"v{name} = {place};\n", load

    def loop(self, depth):
        turns = self.random.randint(0, 3)
        text, body = self.block(depth + 1)

        def run(state):
            for _ in range(turns):
                body(state)
        return f"for (int i{depth} = 0; i{depth} < {turns} * one; ++i{depth}) {{\n{text}}}\n", run

    def branch(self, depth):
        taken = self.random.randrange(2)
        arms = [self.block(depth + 1, self.random.randint(1, 3)) for _ in range(2)]
        text = f"if (one == {taken}) {{\n{arms[1][0]}}} else {{\n{arms[0][0]}}}\n"
        return text, arms[taken][1]

    def call(self, depth):
        """A function of all variables whose results are one tile, and others through
        pointers."""
        kind = self.random.choice(["static inline", "__attribute__((noinline)) static",
                                   "__attribute__((noinline))"])
        text, body = self.block(DEPTH, self.random.randint(1, 3))
        result, target = self.variable(), self.variable()
        name = f"f{len(self.functions)}"
        inputs = [self.variable() for _ in range(VARIABLES)]
        through = self.random.randrange(ARRAY)
        parameters = ", ".join(f"matrix_tile v{n}" for n in range(VARIABLES))
        self.functions.append(
            f"{kind} matrix_tile {name}({parameters}, matrix_tile *local) {{\n{text}"
            f"local[{through}] = v{(result + 1) % VARIABLES};\nreturn v{result};\n}}\n")

        def run(state):
            saved, state.tiles = state.tiles, [state.tiles[n] for n in inputs]
            body(state)
            state.arrays["local", through] = state.tiles[(result + 1) % VARIABLES]
            saved[target] = state.tiles[result]
            state.tiles = saved
        arguments = ", ".join(f"v{n}" for n in inputs)
        return f"v{target} = {name}({arguments}, local);\n", run

    # --- Program and results --------------------------------------------------------

    @property
    def results(self) -> int:
        return VARIABLES + 3 * ARRAY

    def text(self) -> str:
        words = self.geometry.bytes // 4
        note = (r'{\"mode\":\"single\",\"cores\":1,\"args\":['
                + ",".join(r'{\"name\":\"%s\",\"type\":\"i32\",\"shape\":[%d],\"dir\":\"%s\"}' % fact
                           for fact in (("a", VARIABLES * words, "in"), ("b", self.results * words, "out")))
                + "]}")
        body = HEAD % (note, ARRAY, ARRAY) + "".join(self.functions)
        body += "void main(int32_t *const *arguments) {\nMATRIX_SCRATCHPAD static matrix_tile in[%d];\n" % VARIABLES
        body += "matrix_tile local[%d];\n" % ARRAY
        body += "copy((MATRIX_SCRATCHPAD int32_t *)in, arguments[0], %d * WORDS);\n" % VARIABLES
        body += "".join(f"matrix_tile v{n} = in[{n}];\n" for n in range(VARIABLES))
        body += f"for (int i = 0; i < {ARRAY}; ++i) local[i] = near[i] = far[i] = in[i];\n"
        body += self.code[0]
        body += "matrix_tile *out = (matrix_tile *)arguments[1];\n"
        body += "".join(f"out[{n}] = v{n};\n" for n in range(VARIABLES))
        for place, array in enumerate(("near", "far", "local")):
            body += (f"for (int i = 0; i < {ARRAY}; ++i) out[{VARIABLES + place * ARRAY} + i] = "
                     f"{array}[i];\n")
        return body + "}\n"

    def expected(self) -> np.ndarray:
        state = State(self)
        self.code[1](state)
        tiles = state.tiles + [state.arrays[array, i] for array in ("near", "far", "local")
                               for i in range(ARRAY)]
        return np.frombuffer(b"".join(tiles), np.int32)


class State:
    """Contents of variables and arrays as bytes."""

    def __init__(self, program):
        self.program = program
        self.tiles = [row.tobytes() for row in program.inputs]
        self.arrays = {(array, i): self.tiles[i] for array in ("near", "far", "local")
                       for i in range(ARRAY)}

    def view(self, variable, fmt):
        return np.frombuffer(self.tiles[variable], fmt.dtype).reshape(
            self.program.geometry.shape(fmt)).copy()


def bytes_of(tile) -> bytes:
    return np.ascontiguousarray(tile).tobytes()

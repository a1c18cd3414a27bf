#===- test/Integration/Random/builder.py - MLIR text of random programs ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Shared by the generators: values with bounds, text of operations, inputs.

Two correct executions of a program may round differently, so each value carries
properties that keep their difference below the tolerances of matrix-run:

* `bound`: an upper bound on the magnitude of elements. Operations that increase it are
  chosen only while results stay moderate.
* `exact`: every correct execution gives the same bits. Only such values are operands of
  discontinuous operations (a comparison, a conversion to an integer, an index).
"""

import math
import random
from dataclasses import dataclass, field

EXTENTS = [1, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 20, 31, 32, 33, 40, 64, 70]
MAX_ELEMENTS = 4096
MAX_BOUND = 64.0

FLOATS = ("f64", "f32", "f16", "bf16")
NARROW = ("f16", "bf16")


def is_float(kind: str) -> bool:
    return not kind.startswith("i")


def width(kind: str) -> int:
    return int(kind.lstrip("bfi"))


@dataclass
class Value:
    name: str
    shape: tuple[int, ...]
    kind: str
    bound: float
    exact: bool = True

    @property
    def type(self) -> str:
        return tensor(self.shape, self.kind)

    @property
    def elements(self) -> int:
        return math.prod(self.shape)


def tensor(shape, kind: str) -> str:
    return f"tensor<{'x'.join([*map(str, shape), kind])}>"


def literal(number: float, kind: str) -> str:
    return repr(float(number)) if is_float(kind) else str(int(number))


def affine_map(dims: int, results) -> str:
    names = ", ".join(f"d{i}" for i in range(dims))
    return f"affine_map<({names}) -> ({', '.join(results)})>"


@dataclass
class Program:
    """A module and the recipe of its arguments."""
    text: str
    arguments: list[Value]
    seed: int

    def arrays(self):
        """NumPy arrays in the format of matrix-run: small floats as their bits."""
        import numpy as np
        generator = np.random.default_rng(self.seed)
        return [make_array(generator, value, np) for value in self.arguments]


def make_array(generator, value, np):
    if value.kind == "i1":
        return generator.integers(0, 2, value.shape).astype(bool)
    if not is_float(value.kind):
        numbers = generator.integers(-value.bound, value.bound + 1, value.shape)
        return np.asarray(numbers, f"i{width(value.kind) // 8}")
    numbers = np.asarray(generator.uniform(-value.bound, value.bound, value.shape))
    if value.kind == "bf16":
        return (numbers.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return numbers.astype(f"f{width(value.kind) // 8}")


@dataclass
class Builder:
    """The body of a function, line by line."""
    rng: random.Random
    lines: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    arguments: list[Value] = field(default_factory=list)
    indent: str = "  "
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text: str) -> None:
        self.lines += [self.indent + line for line in text.split("\n")]

    def define(self, shape, kind, bound, exact, text: str) -> Value:
        """`text` is the right-hand side of `%name = `."""
        value = Value(self.fresh(), tuple(shape), kind, bound, exact)
        self.emit(f"{value.name} = {text}")
        return value

    def argument(self, shape, kind, bound=None) -> Value:
        if bound is None:
            bound = 1.0 if is_float(kind) else 1 if kind == "i1" else 20
        value = Value(f"%arg{len(self.arguments)}", tuple(shape), kind, bound)
        self.arguments.append(value)
        return value

    def scalar(self, number, kind: str) -> str:
        name = self.fresh()
        text = ("true" if number else "false") if kind == "i1" else \
            f"{literal(number, kind)} : {kind}"
        self.emit(f"{name} = arith.constant {text}")
        return name

    def index(self, number: int) -> str:
        name = self.fresh()
        self.emit(f"{name} = arith.constant {number} : index")
        return name

    def empty(self, shape, kind) -> Value:
        return self.define(shape, kind, 0, False,
                           f"tensor.empty() : {tensor(shape, kind)}")

    def filled(self, shape, kind, number) -> Value:
        constant, empty = self.scalar(number, kind), self.empty(shape, kind)
        return self.define(shape, kind, abs(number), True,
                           f"linalg.fill ins({constant} : {kind}) "
                           f"outs({empty.name} : {empty.type}) -> {empty.type}")

    def generic(self, inputs, init, maps, iterators, body, bound, exact) -> Value:
        """`body` maps the names of the elements to the yielded name and emits into
        the builder; `maps` are lists of results, one for each operand."""
        operands = [*inputs, init]
        names = [self.fresh() for _ in operands]
        result = self.fresh()
        texts = ", ".join(affine_map(len(iterators), m) for m in maps)
        kinds = ", ".join(f'"{i}"' for i in iterators)
        ins = ", ".join(v.name for v in inputs)
        types = ", ".join(v.type for v in inputs)
        ins = f"ins({ins} : {types}) " if inputs else ""
        self.emit(f"{result} = linalg.generic {{indexing_maps = [{texts}], "
                  f"iterator_types = [{kinds}]}} {ins}"
                  f"outs({init.name} : {init.type}) {{")
        block = ", ".join(f"{n}: {v.kind}" for n, v in zip(names, operands))
        self.emit(f"^bb0({block}):")
        yielded = body(names)
        self.emit(f"linalg.yield {yielded} : {init.kind}")
        self.emit(f"}} -> {init.type}")
        return Value(result, init.shape, init.kind, bound, exact)

    def scalar_op(self, op: str, operands, kind: str, to: str = "") -> str:
        name = self.fresh()
        self.emit(f"{name} = {op} {', '.join(operands)} : {kind}"
                  + (f" to {to}" if to else ""))
        return name

    def random_shape(self, ranks=(0, 1, 1, 2, 2, 2, 3, 3, 4), limit=MAX_ELEMENTS):
        while True:
            shape = tuple(self.rng.choice(EXTENTS) for _ in range(self.rng.choice(ranks)))
            if math.prod(shape) <= limit:
                return shape

    def program(self, results, seed: int) -> Program:
        arguments = ", ".join(f"{v.name}: {v.type}" for v in self.arguments)
        types = ", ".join(v.type for v in results)
        names = ", ".join(v.name for v in results)
        text = "".join(self.functions)
        text += f"func.func @main({arguments}) -> ({types}) {{\n"
        text += "".join(line + "\n" for line in self.lines)
        text += f"  return {names} : {types}\n}}\n"
        return Program(text, list(self.arguments), seed)

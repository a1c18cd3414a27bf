#===- sequence_graph.py - networks on sequences -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A network on sequences of tokens under construction: products, reductions and
elementwise operations of one element type. Weights are so small that the magnitude of
values stays moderate, whatever the number of summands."""

import math
import random

from builder import Value, tensor
from graph import PARALLEL, REDUCTION, Graph

KINDS = ["f32", "f32", "f32", "bf16", "f16"]
WIDTHS = [4, 8, 16, 20, 32, 33, 48, 64, 96]
TOKENS = [1, 1, 2, 5, 7, 8, 16, 17, 24, 32, 40, 64]
MAX_ELEMENTS = 30_000
MAX_PRODUCTS = 3_000_000


class Sequences(Graph):
    """Values have the dimensions batch, tokens, width."""

    def __init__(self, rng: random.Random, kind: str):
        super().__init__(rng)
        self.kind = kind

    def sequence(self, accepts=lambda v: True):
        return self.pick(lambda v: len(v.shape) == 3 and v.kind == self.kind and accepts(v))

    def map(self, operands, maps, shape, body, kind=None) -> Value:
        """An elementwise operation; `body` takes and returns names of elements. Maps are
        strings of dimensions, "02" for (d0, d2), and z is the constant 0; None is the
        identity."""
        same = [f"d{d}" for d in range(len(shape))]
        lists = [same if m is None else [axis(d) for d in m] for m in maps]
        return self.generic(operands, self.empty(shape, kind or self.kind), [*lists, same],
                            [PARALLEL] * len(shape), lambda names: body(*names[:-1]), 1, False)

    def pointwise(self, x: Value, body, kind=None) -> Value:
        return self.map([x], [None], x.shape, body, kind)

    def op(self, name, *operands, kind=None) -> str:
        return self.scalar_op(name, operands, kind or self.kind)

    def number(self, value, kind=None) -> str:
        return self.scalar(value, kind or self.kind)

    def sigmoid(self, x: str) -> str:
        one = self.number(1)
        power = self.op("math.exp", self.op("arith.negf", x))
        return self.op("arith.divf", one, self.op("arith.addf", power, one))

    def cast(self, x: Value, kind: str) -> Value:
        if x.kind == kind:
            return x
        name = "arith.extf" if kind == "f32" else "arith.truncf"
        return self.pointwise(x, lambda a: self.scalar_op(name, [a], x.kind, kind), kind)

    def reduced(self, x: Value, name, neutral) -> Value:
        """Reduces the last dimension, which the result keeps with extent 1, in f32 if
        it is a sum."""
        kind, rank = x.kind, len(x.shape)
        init = self.filled((*x.shape[:-1], 1), kind, neutral)
        maps = [[f"d{d}" for d in range(rank)], [*(f"d{d}" for d in range(rank - 1)), "0"]]
        return self.generic([x], init, maps, [PARALLEL] * (rank - 1) + [REDUCTION],
                            lambda names: self.op(name, *names, kind=kind), 1, False)

    def product(self, a: Value, b: Value, isTransposed=False) -> Value:
        """A batch product with f32 accumulators; b has dimensions batch, k, n, or batch,
        n, k."""
        batch, m, _ = a.shape
        n = b.shape[1] if isTransposed else b.shape[2]
        init = self.filled((batch, m, n), "f32", 0)
        maps = " indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, " \
            "affine_map<(b, m, n, k) -> (b, n, k)>, " \
            "affine_map<(b, m, n, k) -> (b, m, n)>]" if isTransposed else ""
        result = self.define(init.shape, "f32", 1, False,
                             f"linalg.batch_matmul{maps} ins({a.name}, {b.name} : {a.type}, "
                             f"{b.type}) outs({init.name} : {init.type}) -> {init.type}")
        return self.cast(result, self.kind)

    def weight(self, shape, depth: int) -> Value:
        """An argument whose products with a value, summed, are as large as the value."""
        return self.argument(shape, self.kind, 2 / math.sqrt(depth))

    def moved(self, x: Value, shape, text: str) -> Value:
        return self.define(shape, x.kind, x.bound, False, text)

    def transposed(self, x: Value, order) -> Value:
        init = self.empty([x.shape[d] for d in order], x.kind)
        return self.moved(x, init.shape,
                          f"linalg.transpose ins({x.name} : {x.type}) "
                          f"outs({init.name} : {init.type}) permutation = {list(order)}")

    def expanded(self, x: Value, shape, groups) -> Value:
        return self.moved(x, shape, f"tensor.expand_shape {x.name} {groups} output_shape "
                          f"{list(shape)} : {x.type} into {tensor(shape, x.kind)}")

    def collapsed(self, x: Value, shape, groups) -> Value:
        return self.moved(x, shape, f"tensor.collapse_shape {x.name} {groups} : {x.type} into "
                          f"{tensor(shape, x.kind)}")

    def sliced(self, x: Value, offsets, sizes, strides=None) -> Value:
        strides = strides or [1] * len(sizes)
        return self.moved(x, sizes, f"tensor.extract_slice {x.name}{list(offsets)}"
                          f"{list(sizes)}{list(strides)} : {x.type} to "
                          f"{tensor(sizes, x.kind)}")

    def joined(self, parts, dim: int) -> Value:
        shape = list(parts[0].shape)
        shape[dim] = sum(p.shape[dim] for p in parts)
        return self.moved(parts[0], shape, f"tensor.concat dim({dim}) "
                          f"{', '.join(p.name for p in parts)} : "
                          f"({', '.join(p.type for p in parts)}) -> "
                          f"{tensor(shape, parts[0].kind)}")


def axis(letter: str) -> str:
    return "0" if letter == "z" else f"d{letter}"


def first_extents(rng):
    return rng.choice([1, 1, 1, 2, 3]), rng.choice(TOKENS), rng.choice(WIDTHS)

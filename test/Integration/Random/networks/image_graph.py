#===- image_graph.py - networks on images -----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A network on images under construction, and arithmetic on elements of its type.
Weights are so small that the magnitude of images stays moderate, whatever the number of
summands."""

import math
import random

from builder import Value, is_float
from graph import PARALLEL, Graph

# Element types of images, and of the sums of their products.
KINDS = ["f32", "f32", "f32", "bf16", "f16", "i32", "i8"]
SUMS = {"f32": "f32", "bf16": "f32", "f16": "f32", "i32": "i32", "i8": "i32"}
CHANNELS = [1, 3, 4, 8, 12, 16, 17, 24, 32, 33, 48, 64]
EXTENTS = [1, 2, 5, 7, 8, 12, 14, 16, 17, 20, 24, 28, 33]
MAX_ELEMENTS = 40_000


class Images(Graph):
    """A network on images of one element type and layout."""

    def __init__(self, rng: random.Random, kind: str, isChannelsLast: bool):
        super().__init__(rng)
        self.kind = kind
        self.isChannelsLast = isChannelsLast

    def image(self, n, c, h, w):
        """The shape of an image."""
        return (n, h, w, c) if self.isChannelsLast else (n, c, h, w)

    def extents(self, x: Value):
        """Batch, channels, height, width."""
        n, *rest = x.shape
        h, w, c = rest if self.isChannelsLast else (*rest[1:], rest[0])
        return n, c, h, w

    @property
    def channel(self) -> int:
        return 3 if self.isChannelsLast else 1

    @property
    def rows(self) -> int:
        return 1 if self.isChannelsLast else 2

    def fits(self, shape) -> bool:
        return math.prod(shape) <= MAX_ELEMENTS

    def weight(self, shape, products: int) -> Value:
        """An argument whose products with an image, summed, are as large as the image."""
        bound = 2 / math.sqrt(products) if is_float(self.kind) else 2
        return self.argument(shape, self.kind, bound)

    def map(self, operands, maps, shape, kind, body) -> Value:
        """An elementwise operation; `body` takes and returns names of elements."""
        same = [f"d{d}" for d in range(len(shape))]
        return self.generic(operands, self.empty(shape, kind), [*maps, same],
                            [PARALLEL] * len(shape), lambda names: body(names[:-1]), 1, False)

    def pointwise(self, x: Value, body, kind=None) -> Value:
        same = [f"d{d}" for d in range(len(x.shape))]
        return self.map([x], [same], x.shape, kind or x.kind, lambda names: body(*names))


def first_extents(rng):
    while True:
        found = rng.choice([1, 1, 1, 2]), rng.choice(CHANNELS), rng.choice(EXTENTS[3:]), \
            rng.choice(EXTENTS[3:])
        if math.prod(found) <= MAX_ELEMENTS // 2:
            return found


# --- Arithmetic of elements ---------------------------------------------------

def add(g: Images, a, b, kind):
    return g.scalar_op("arith.addf" if is_float(kind) else "arith.addi", [a, b], kind)


def multiply(g: Images, a, b, kind):
    return g.scalar_op("arith.mulf" if is_float(kind) else "arith.muli", [a, b], kind)


def maximum(g: Images, a, b, kind):
    return g.scalar_op("arith.maximumf" if is_float(kind) else "arith.maxsi", [a, b], kind)


def minimum(g: Images, a, b, kind):
    return g.scalar_op("arith.minimumf" if is_float(kind) else "arith.minsi", [a, b], kind)


def sigmoid(g: Images, x, kind):
    one = g.scalar(1, kind)
    power = g.scalar_op("math.exp", [g.scalar_op("arith.negf", [x], kind)], kind)
    return g.scalar_op("arith.divf", [one, add(g, power, one, kind)], kind)


def narrow(g: Images, x: Value) -> Value:
    """Truncates sums of floats, requantizes sums of i8, and bounds those of i32."""
    if x.kind == g.kind and is_float(g.kind):
        return x
    if is_float(g.kind):
        return g.pointwise(x, lambda a: g.scalar_op("arith.truncf", [a], "f32", g.kind), g.kind)

    def requantize(a):
        shifted = g.scalar_op("arith.shrsi", [a, g.scalar(g.rng.choice([2, 4, 6]), "i32")],
                              "i32")
        low = maximum(g, shifted, g.scalar(g.rng.choice([-128, 0]), "i32"), "i32")
        high = minimum(g, low, g.scalar(127, "i32"), "i32")
        return high if g.kind == "i32" else g.scalar_op("arith.trunci", [high], "i32", g.kind)

    return g.pointwise(x, requantize, g.kind)

#===- sequence_layers.py - projections, norms, activations ------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Layers of random networks on sequences. Each takes the network (Sequences) and returns
a value, or None if no value fits."""

import math

from builder import Value
from networks.sequence_graph import MAX_ELEMENTS, MAX_PRODUCTS, WIDTHS, Sequences


def projected(g: Sequences, x: Value, width: int) -> Value:
    """A product with a weight, in one of three forms: batch product with the broadcast
    weight, product of all tokens of all batches, or with a transposed weight."""
    batch, tokens, depth = x.shape
    form = g.rng.choice(["broadcast", "collapsed", "transposed"])
    if form == "collapsed" or batch == 1 and g.rng.random() < 0.5:
        flat = g.collapsed(x, (batch * tokens, depth), "[[0, 1], [2]]")
        weight, init = g.weight((depth, width), depth), \
            g.filled((batch * tokens, width), "f32", 0)
        y = g.define(init.shape, "f32", 1, False,
                     f"linalg.matmul ins({flat.name}, {weight.name} : {flat.type}, "
                     f"{weight.type}) outs({init.name} : {init.type}) -> {init.type}")
        y = g.cast(y, g.kind)
        return g.expanded(y, (batch, tokens, width), "[[0, 1], [2]]")
    weight = g.weight((width, depth) if form == "transposed" else (depth, width), depth)
    if form == "transposed":
        weight = g.transposed(weight, [1, 0])
    init = g.empty((batch, depth, width), g.kind)
    weights = g.moved(weight, init.shape,
                      f"linalg.broadcast ins({weight.name} : {weight.type}) "
                      f"outs({init.name} : {init.type}) dimensions = [0]")
    return g.product(x, weights)


def linear(g: Sequences):
    """A projection, often with a bias and an activation."""
    x = g.sequence()
    width = g.rng.choice([x.shape[2], *WIDTHS])
    if not allowed(x, width):
        return None
    y = projected(g, x, width)
    if g.rng.random() < 0.5:
        bias = g.argument((width,), g.kind)
        y = g.map([y, bias], [None, "2"], y.shape, lambda a, b: g.op("arith.addf", a, b))
    return g.pointwise(y, lambda a: activated(g, a)) if g.rng.random() < 0.4 else y


def allowed(x: Value, width: int) -> bool:
    batch, tokens, depth = x.shape
    return batch * tokens * width <= MAX_ELEMENTS and \
        batch * tokens * width * depth <= MAX_PRODUCTS


def activated(g: Sequences, a: str) -> str:
    choice = g.rng.choice(["relu", "gelu", "silu", "tanh", "square"])
    if choice == "relu":
        return g.op("arith.maximumf", a, g.number(0))
    if choice == "silu":
        return g.op("arith.mulf", a, g.sigmoid(a))
    if choice == "tanh":
        return g.op("math.tanh", a)
    if choice == "square":
        low = g.op("arith.minimumf", g.op("arith.maximumf", a, g.number(0)), g.number(2))
        return g.op("arith.mulf", low, low)
    error = g.op("math.erf", g.op("arith.mulf", a, g.number(0.70710678)))
    half = g.op("arith.mulf", a, g.number(0.5))
    return g.op("arith.mulf", half, g.op("arith.addf", error, g.number(1)))


def activation(g: Sequences):
    return g.pointwise(g.pick(lambda v: v.kind == g.kind), lambda a: activated(g, a))


def gated(g: Sequences):
    """A product of two projections, one of which is activated, and often a third one."""
    x = g.sequence()
    width = g.rng.choice(WIDTHS)
    if not allowed(x, width):
        return None
    gate, value = projected(g, x, width), projected(g, x, width)
    y = g.map([gate, value], [None, None], gate.shape,
              lambda a, b: g.op("arith.mulf", g.op("arith.mulf", a, g.sigmoid(a)), b))
    return projected(g, y, x.shape[2]) if g.rng.random() < 0.7 else y


def residual(g: Sequences):
    x = g.sequence()
    y = g.sequence(lambda v: v is not x and v.shape == x.shape)
    if y is None:
        if g.rng.random() < 0.7:
            return None
        y = g.argument(x.shape, g.kind)
    name = g.rng.choice(["arith.addf", "arith.addf", "arith.subf", "arith.maximumf"])
    return g.map([x, y], [None, None], x.shape, lambda a, b: g.op(name, a, b))


# --- Norms --------------------------------------------------------------------

def norm(g: Sequences):
    """Layer norm or RMS norm, in f32, with a factor for each column."""
    x = g.sequence()
    wide, width = g.cast(x, "f32"), x.shape[2]
    if g.rng.random() < 0.5:
        mean = scaled_sum(g, wide, width)
        wide = g.map([wide, mean], [None, "01z"], x.shape, lambda a, m: g.op(
            "arith.subf", a, m, kind="f32"), "f32")
    squares = g.pointwise(wide, lambda a: g.op("arith.mulf", a, a, kind="f32"), "f32")
    scale = g.pointwise(scaled_sum(g, squares, width), lambda v: g.op("math.rsqrt", g.op(
        "arith.addf", v, g.number(0.01, "f32"), kind="f32"), kind="f32"), "f32")
    y = g.map([wide, scale], [None, "01z"], x.shape,
              lambda a, s: g.op("arith.mulf", a, s, kind="f32"), "f32")
    factor = g.argument((width,), g.kind)
    return g.map([g.cast(y, g.kind), factor], [None, "2"], x.shape,
                 lambda a, f: g.op("arith.mulf", a, f))


def scaled_sum(g: Sequences, x: Value, width: int) -> Value:
    """The mean of the last dimension."""
    total = g.reduced(x, "arith.addf", 0)
    return g.pointwise(total, lambda a: g.op("arith.divf", a, g.number(width, "f32"),
                                             kind="f32"), "f32")


def pool(g: Sequences):
    """Maxima over tokens."""
    x = g.sequence()
    batch, tokens, width = x.shape
    turned = g.transposed(x, [0, 2, 1])
    y = g.reduced(turned, "arith.maximumf", -100)
    return g.transposed(y, [0, 2, 1])


# --- i8 -----------------------------------------------------------------------

def quantized(g: Sequences):
    """A product of i8, whose operand is a rounded value and whose result is scaled."""
    x = g.sequence(lambda v: v.exact)
    if x is None or g.kind != "f32":
        return None
    batch, tokens, depth = x.shape
    width = g.rng.choice(WIDTHS)
    if not allowed(x, width):
        return None

    def rounded(a):
        a = g.op("math.roundeven", g.op("arith.mulf", a, g.number(32)))
        a = g.op("arith.maximumf", g.op("arith.minimumf", a, g.number(127)), g.number(-128))
        return g.scalar_op("arith.fptosi", [a], "f32", "i8")

    flat = g.collapsed(g.pointwise(x, rounded, "i8"), (batch * tokens, depth), "[[0, 1], [2]]")
    weight, init = g.argument((depth, width), "i8", 100), \
        g.filled((batch * tokens, width), "i32", 0)
    y = g.define(init.shape, "i32", 1, True,
                 f"linalg.matmul ins({flat.name}, {weight.name} : {flat.type}, {weight.type}) "
                 f"outs({init.name} : {init.type}) -> {init.type}")
    factor = 1 / (32 * 50 * math.sqrt(depth))
    y = g.pointwise(y, lambda a: g.op("arith.mulf", g.scalar_op(
        "arith.sitofp", [a], "i32", "f32"), g.number(factor)))
    return g.expanded(y, (batch, tokens, width), "[[0, 1], [2]]")

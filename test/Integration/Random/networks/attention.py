#===- attention.py - attention of random networks ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Attention over the tokens of a sequence or of another one, rotary embeddings, and
softmax. Each layer takes the network (Sequences) and returns a value, or None if no value
fits."""

import math

from builder import Value
from networks.sequence_graph import MAX_PRODUCTS, Sequences
from networks.sequence_layers import projected

HEADS = [1, 2, 2, 4]


def heads_of(g: Sequences, x: Value, heads: int) -> Value:
    """Batches times heads, tokens, width of a head."""
    batch, tokens, width = x.shape
    split = g.expanded(x, (batch, tokens, heads, width // heads), "[[0], [1], [2, 3]]")
    return g.collapsed(g.transposed(split, [0, 2, 1, 3]),
                       (batch * heads, tokens, width // heads), "[[0, 1], [2], [3]]")


def joined_heads(g: Sequences, x: Value, heads: int) -> Value:
    batch, tokens, width = x.shape[0] // heads, *x.shape[1:]
    split = g.expanded(x, (batch, heads, tokens, width), "[[0, 1], [2], [3]]")
    return g.collapsed(g.transposed(split, [0, 2, 1, 3]),
                       (batch, tokens, heads * width), "[[0], [1], [2, 3]]")


def repeated(g: Sequences, x: Value, batch: int, times: int) -> Value:
    """Each head several times, for grouped queries."""
    if times == 1:
        return x
    heads, (_, tokens, width) = x.shape[0] // batch, x.shape
    split = g.expanded(x, (batch, heads, tokens, width), "[[0, 1], [2], [3]]")
    init = g.empty((batch, heads, times, tokens, width), x.kind)
    y = g.moved(split, init.shape, f"linalg.broadcast ins({split.name} : {split.type}) "
                f"outs({init.name} : {init.type}) dimensions = [2]")
    return g.collapsed(y, (batch * heads * times, tokens, width), "[[0, 1, 2], [3], [4]]")


def attention(g: Sequences):
    """Queries from one value; keys and values from the same, from another one, or from a
    cache to which tokens are appended."""
    x = g.sequence(lambda v: v.shape[2] % 4 == 0)
    if x is None:
        return None
    batch, tokens, width = x.shape
    heads, groups = g.rng.choice(HEADS), g.rng.choice([1, 1, 2])
    groups = groups if heads % groups == 0 else 1
    y = x if g.rng.random() < 0.7 else \
        g.sequence(lambda v: v.shape[0] == batch and v.shape[2] % 4 == 0) or x
    if batch * tokens * y.shape[1] * width > MAX_PRODUCTS:
        return None
    query = heads_of(g, projected(g, x, width), heads)
    keys, values = (heads_of(g, projected(g, y, width // groups), heads // groups)
                    for _ in range(2))
    if g.rng.random() < 0.3:
        count = g.rng.choice([1, 7, 16, 30])
        keys, values = (appended(g, v, count) for v in (keys, values))
    keys, values = (repeated(g, v, batch, groups) for v in (keys, values))
    weights = softmax_of(g, masked(g, scores(g, query, keys)))
    result = joined_heads(g, g.product(weights, values), heads)
    return projected(g, result, width) if g.rng.random() < 0.6 else result


def appended(g: Sequences, x: Value, count: int) -> Value:
    """The tokens after those of a cache."""
    heads, _, width = x.shape
    return g.joined([g.argument((heads, count, width), g.kind), x], 1)


def scores(g: Sequences, query: Value, keys: Value) -> Value:
    if g.rng.random() < 0.5:
        product = g.product(query, keys, True)
    else:
        product = g.product(query, g.transposed(keys, [0, 2, 1]))
    factor = 1 / math.sqrt(query.shape[2])
    return g.pointwise(product, lambda a: g.op("arith.mulf", a, g.number(factor)))


def masked(g: Sequences, x: Value) -> Value:
    """No mask, a summand, or minus infinity after the diagonal."""
    choice = g.rng.random()
    if choice < 0.4:
        return x
    if choice < 0.6:
        summand = g.argument(x.shape[1:], g.kind)
        return g.map([x, summand], [None, "12"], x.shape, lambda a, b: g.op("arith.addf", a, b))
    distance = x.shape[2] - x.shape[1]

    def body(a):
        row, column = g.fresh(), g.fresh()
        g.emit(f"{row} = linalg.index 1 : index\n{column} = linalg.index 2 : index")
        last = g.scalar_op("arith.addi", [row, g.index(max(distance, 0))], "index")
        visible, result = g.fresh(), g.fresh()
        g.emit(f"{visible} = arith.cmpi ule, {column}, {last} : index")
        g.emit(f"{result} = arith.select {visible}, {a}, {g.number(-10000)} : {g.kind}")
        return result

    return g.pointwise(x, body)


def softmax_of(g: Sequences, x: Value) -> Value:
    """Over the last dimension, in f32, as four operations or as one."""
    wide, column = g.cast(x, "f32"), "".join(map(str, range(len(x.shape) - 1))) + "z"
    if g.rng.random() < 0.3:
        init = g.empty(x.shape, "f32")
        return g.cast(g.define(x.shape, "f32", 1, False,
                               f"linalg.softmax dimension({len(x.shape) - 1}) "
                               f"ins({wide.name} : {wide.type}) outs({init.name} : "
                               f"{init.type}) -> {init.type}"), g.kind)
    most = g.reduced(wide, "arith.maximumf", -100_000)
    power = g.map([wide, most], [None, column], x.shape, lambda a, m: g.op(
        "math.exp", g.op("arith.subf", a, m, kind="f32"), kind="f32"), "f32")
    total = g.reduced(power, "arith.addf", 0)
    y = g.map([power, total], [None, column], x.shape,
              lambda a, t: g.op("arith.divf", a, t, kind="f32"), "f32")
    return g.cast(y, g.kind)


def softmax(g: Sequences):
    return softmax_of(g, g.sequence())


def rotary(g: Sequences):
    """x times cosines plus its halves, exchanged and negated, times sines."""
    x = g.sequence(lambda v: v.shape[2] % 2 == 0)
    if x is None:
        return None
    batch, tokens, width = x.shape
    half = (batch, tokens, width // 2)
    first, second = g.sliced(x, (0, 0, 0), half), g.sliced(x, (0, 0, width // 2), half)
    negated = g.pointwise(second, lambda a: g.op("arith.negf", a))
    turned = g.joined([negated, first], 2)
    cosines, sines = (g.argument((tokens, width), g.kind) for _ in range(2))

    def body(a, b, c, s):
        return g.op("arith.addf", g.op("arith.mulf", a, c), g.op("arith.mulf", b, s))

    return g.map([x, turned, cosines, sines], [None, None, "12", "12"], x.shape, body)

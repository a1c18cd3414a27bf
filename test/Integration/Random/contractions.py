#===- contractions.py - products of random graphs --------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Contractions and softmax in random graphs. Each function takes a graph and returns a
value, or None if no operand fits."""

from builder import FLOATS, MAX_BOUND, MAX_ELEMENTS, NARROW, is_float
from graph import Graph


def accumulator(g: Graph, kind: str, depth: int):
    if kind in NARROW:
        return kind if depth <= 8 and g.rng.random() < 0.3 else "f32"
    if kind == "i8":
        return g.rng.choice(["i32", "i32", "i8"])
    return kind


def matmul(g: Graph):
    """One factor is an existing value and the other an argument, or both exist."""
    a = g.pick(lambda v: len(v.shape) in (2, 3) and v.kind != "i1")
    if a is None:
        return None
    *batch, m, k = a.shape
    n = g.rng.choice([1, 2, 5, 8, 16, 17, 24, 33])
    forms = g.rng.choice(["nn", "nt"]) if not batch else "nn"
    shape = (*batch, k, n) if forms == "nn" else (n, k)
    b = g.pick(lambda v: v.shape == shape and v.kind == a.kind) or \
        g.argument(shape, a.kind)
    kind = accumulator(g, a.kind, k)
    bound = a.bound * b.bound * k
    if is_float(kind) and bound > 8 * MAX_BOUND or m * n * max(1, *batch, 1) > MAX_ELEMENTS:
        return None
    init = g.filled((*batch, m, n), kind, 0)
    maps = "" if forms == "nn" else (
        " indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
        "affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]")
    if not is_float(kind):
        bound = min(bound, 2.0 ** (int(kind[1:]) - 1))
    return g.define(init.shape, kind, bound, not is_float(kind),
                    f"linalg.{'batch_' if batch else ''}matmul{maps} "
                    f"ins({a.name}, {b.name} : {a.type}, {b.type}) "
                    f"outs({init.name} : {init.type}) -> {init.type}")


def vector_product(g: Graph):
    a = g.pick(lambda v: len(v.shape) in (1, 2) and v.kind != "i1")
    if a is None:
        return None
    depth = a.shape[-1]
    x = g.pick(lambda v: v.shape == (depth,) and v.kind == a.kind and v is not a) or \
        g.argument((depth,), a.kind)
    kind = accumulator(g, a.kind, depth)
    bound = a.bound * x.bound * depth
    if is_float(kind) and bound > 8 * MAX_BOUND:
        return None
    if not is_float(kind):
        bound = min(bound, 2.0 ** (int(kind[1:]) - 1))
    init = g.filled(a.shape[:-1], kind, 0)
    return g.define(init.shape, kind, bound, not is_float(kind),
                    f"linalg.{'dot' if len(a.shape) == 1 else 'matvec'} "
                    f"ins({a.name}, {x.name} : {a.type}, {x.type}) "
                    f"outs({init.name} : {init.type}) -> {init.type}")


def softmax(g: Graph):
    x = g.pick(lambda v: v.shape and v.kind in FLOATS and v.bound <= 16)
    if x is None:
        return None
    init, dim = g.empty(x.shape, x.kind), g.rng.randrange(len(x.shape))
    return g.define(x.shape, x.kind, 1, False,
                    f"linalg.softmax dimension({dim}) ins({x.name} : {x.type}) "
                    f"outs({init.name} : {init.type}) -> {init.type}")

#===- test/Integration/Random/movements.py - operations that move elements ----===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Transposes, reshapes, slices, pads, concatenations, broadcasts and gathers. Each
takes a graph (dags.py) and returns a value, or None if no operand fits."""

from builder import MAX_ELEMENTS, Value, tensor


def moved(g, x: Value, shape, text: str, bound=0.0) -> Value:
    return g.define(shape, x.kind, max(x.bound, bound), x.exact, text)


def transpose(g):
    x = g.pick(lambda v: len(v.shape) >= 2)
    if x is None:
        return None
    order = g.rng.sample(range(len(x.shape)), len(x.shape))
    init = g.empty([x.shape[d] for d in order], x.kind)
    return moved(g, x, init.shape,
                 f"linalg.transpose ins({x.name} : {x.type}) "
                 f"outs({init.name} : {init.type}) permutation = {order}")


def broadcast(g):
    x = g.pick(lambda v: len(v.shape) <= 2)
    if x is None:
        return None
    shape = list(x.shape)
    place, extent = g.rng.randint(0, len(shape)), g.rng.choice([1, 2, 5, 16, 17])
    shape.insert(place, extent)
    if x.elements * extent > MAX_ELEMENTS:
        return None
    init = g.empty(shape, x.kind)
    return moved(g, x, shape,
                 f"linalg.broadcast ins({x.name} : {x.type}) "
                 f"outs({init.name} : {init.type}) dimensions = [{place}]")


def expand(g):
    """Splits one dimension into two."""
    x = g.pick(lambda v: 1 <= len(v.shape) <= 3)
    if x is None:
        return None
    place = g.rng.randrange(len(x.shape))
    extent = x.shape[place]
    factor = g.rng.choice([f for f in range(1, extent + 1) if extent % f == 0])
    shape = [*x.shape[:place], factor, extent // factor, *x.shape[place + 1:]]
    groups = [[d + (d > place)] if d != place else [d, d + 1] for d in range(len(x.shape))]
    return moved(g, x, shape, f"tensor.expand_shape {x.name} {groups} output_shape "
                 f"{shape} : {x.type} into {tensor(shape, x.kind)}")


def collapse(g):
    x = g.pick(lambda v: len(v.shape) >= 2)
    if x is None:
        return None
    rank, place = len(x.shape), g.rng.randrange(len(x.shape) - 1)
    shape = [*x.shape[:place], x.shape[place] * x.shape[place + 1], *x.shape[place + 2:]]
    groups = [[d] for d in range(rank)]
    groups[place:place + 2] = [[place, place + 1]]
    return moved(g, x, shape, f"tensor.collapse_shape {x.name} {groups} : "
                 f"{x.type} into {tensor(shape, x.kind)}")


def window(g, shape):
    """Offsets, sizes and strides of a slice."""
    offsets, sizes, strides = [], [], []
    for extent in shape:
        strides.append(g.rng.choice([1, 1, 1, 2, 3]))
        offsets.append(g.rng.randrange(extent))
        most = (extent - offsets[-1] + strides[-1] - 1) // strides[-1]
        sizes.append(g.rng.randint(1, most))
    return offsets, sizes, strides


def extract_slice(g):
    x = g.pick(lambda v: v.shape)
    if x is None:
        return None
    offsets, sizes, strides = window(g, x.shape)
    shape = [s for s in sizes if s != 1] if g.rng.random() < 0.3 else sizes
    return moved(g, x, shape, f"tensor.extract_slice {x.name}{offsets}{sizes}{strides} : "
                 f"{x.type} to {tensor(shape, x.kind)}")


def insert_slice(g):
    """Inserts a slice of one value into another of the same type, or into itself."""
    x = g.pick(lambda v: v.shape)
    if x is None:
        return None
    y = g.pick(lambda v: v.type == x.type)
    offsets, sizes, strides = window(g, x.shape)
    part = moved(g, x, sizes, f"tensor.extract_slice {x.name}{[0] * len(sizes)}{sizes}"
                 f"{[1] * len(sizes)} : {x.type} to {tensor(sizes, x.kind)}")
    value = moved(g, x, x.shape, f"tensor.insert_slice {part.name} into "
                  f"{y.name}{offsets}{sizes}{strides} : {part.type} into {y.type}", y.bound)
    value.exact = x.exact and y.exact
    return value


def pad(g):
    x = g.pick(lambda v: v.shape)
    if x is None:
        return None
    low = [g.rng.choice([0, 0, 1, 2, 3]) for _ in x.shape]
    high = [g.rng.choice([0, 0, 1, 2, 5]) for _ in x.shape]
    shape = [a + b + c for a, b, c in zip(low, x.shape, high)]
    result = tensor(shape, x.kind)
    filler = g.scalar(g.rng.choice([0, 0, 1]), x.kind)
    arguments = ", ".join(f"{g.fresh()}: index" for _ in shape)
    return moved(g, x, shape, f"tensor.pad {x.name} low{low} high{high} {{\n"
                 f"^bb0({arguments}):\n  tensor.yield {filler} : {x.kind}\n"
                 f"}} : {x.type} to {result}", 1)


def concat(g):
    x = g.pick(lambda v: v.shape)
    if x is None:
        return None
    dim = g.rng.randrange(len(x.shape))

    def fits(v):
        return (v.kind == x.kind and len(v.shape) == len(x.shape) and
                all(a == b for d, (a, b) in enumerate(zip(v.shape, x.shape)) if d != dim))

    parts = [x] + [g.pick(fits) for _ in range(g.rng.randint(1, 2))]
    shape = list(x.shape)
    shape[dim] = sum(p.shape[dim] for p in parts)
    value = moved(g, x, shape, f"tensor.concat dim({dim}) "
                  f"{', '.join(p.name for p in parts)} : "
                  f"({', '.join(p.type for p in parts)}) -> {tensor(shape, x.kind)}",
                  max(p.bound for p in parts))
    value.exact = all(p.exact for p in parts)
    return value


def gather(g):
    """Gathers rows of a table by indices from an argument."""
    x = g.pick(lambda v: len(v.shape) == 2)
    if x is None:
        return None
    rows, columns = x.shape
    count = g.rng.choice([1, 3, 8, 17])
    numbers = g.argument((count,), g.rng.choice(["i32", "i64"]), 100)
    init = g.empty((count, columns), x.kind)

    def body(names):
        limit = g.scalar(rows, numbers.kind)
        row, column, element = g.fresh(), g.fresh(), g.fresh()
        number = g.scalar_op("arith.remui", [names[0], limit], numbers.kind)
        g.emit(f"{row} = arith.index_cast {number} : {numbers.kind} to index")
        g.emit(f"{column} = linalg.index 1 : index")
        g.emit(f"{element} = tensor.extract {x.name}[{row}, {column}] : {x.type}")
        return element

    return g.generic([numbers], init, [["d0"], ["d0", "d1"]], ["parallel"] * 2, body,
                     x.bound, x.exact)


MOVEMENTS = [transpose, broadcast, expand, collapse, extract_slice, insert_slice, pad,
             concat, gather]

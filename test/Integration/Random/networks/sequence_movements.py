#===- sequence_movements.py - movements of sequences ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Layers of random networks on sequences that move elements. Each takes the network
(Sequences) and returns a value, or None if no value fits."""

from networks.sequence_graph import MAX_ELEMENTS, Sequences


def token_slice(g: Sequences):
    """The last token, the first ones, or every second one."""
    x = g.sequence(lambda v: v.shape[1] > 1)
    if x is None:
        return None
    batch, tokens, width = x.shape
    offset, size, stride = g.rng.choice([(tokens - 1, 1, 1), (0, tokens // 2, 1),
                                         (1, tokens - 1, 1), (0, (tokens + 1) // 2, 2)])
    return g.sliced(x, (0, offset, 0), (batch, size, width), (1, stride, 1))


def width_slice(g: Sequences):
    """One of two or three parts of all columns."""
    count = g.rng.choice([2, 3, 4])
    x = g.sequence(lambda v: v.shape[2] % count == 0)
    if x is None:
        return None
    batch, tokens, width = x.shape
    offset = g.rng.randrange(count) * (width // count)
    return g.sliced(x, (0, 0, offset), (batch, tokens, width // count))


def concat(g: Sequences):
    """Tokens after tokens, or columns beside columns."""
    dim = g.rng.choice([1, 2])
    x = g.sequence()

    def fits(v):
        return all(a == b for d, (a, b) in enumerate(zip(v.shape, x.shape)) if d != dim)

    parts = [x] + [g.sequence(fits) for _ in range(g.rng.choice([1, 1, 2]))]
    if sum(p.elements for p in parts) > MAX_ELEMENTS:
        return None
    return g.joined(parts, dim)


def insert(g: Sequences):
    """Replaces tokens by those of another value."""
    x = g.sequence()
    y = g.sequence(lambda v: v.shape[0] == x.shape[0] and v.shape[2] == x.shape[2]
                   and v.shape[1] <= x.shape[1])
    offset = g.rng.randint(0, x.shape[1] - y.shape[1])
    return g.moved(x, x.shape, f"tensor.insert_slice {y.name} into {x.name}"
                   f"[0, {offset}, 0]{list(y.shape)}[1, 1, 1] : {y.type} into {x.type}")


def gather(g: Sequences):
    """Rows of a table by numbers from an argument."""
    rows, (batch, tokens, width) = g.rng.choice([5, 20, 64]), g.sequence().shape
    table, numbers = g.argument((rows, width), g.kind), \
        g.argument((batch, tokens), g.rng.choice(["i32", "i64"]), 100)

    def body(number):
        limit = g.scalar(rows, numbers.kind)
        row, column, element = g.fresh(), g.fresh(), g.fresh()
        number = g.scalar_op("arith.remui", [number, limit], numbers.kind)
        g.emit(f"{row} = arith.index_cast {number} : {numbers.kind} to index\n"
               f"{column} = linalg.index 2 : index\n"
               f"{element} = tensor.extract {table.name}[{row}, {column}] : {table.type}")
        return element

    return g.map([numbers], ["01"], (batch, tokens, width), body)


def mix(g: Sequences):
    """A projection of tokens: between two transposes."""
    x = g.sequence()
    batch, tokens, width = x.shape
    size = g.rng.choice([tokens, 8, 17])
    turned = g.transposed(x, [0, 2, 1])
    weight, init = g.weight((tokens, size), tokens), g.empty((batch, tokens, size), g.kind)
    weights = g.moved(weight, init.shape,
                      f"linalg.broadcast ins({weight.name} : {weight.type}) "
                      f"outs({init.name} : {init.type}) dimensions = [0]")
    return g.transposed(g.product(turned, weights), [0, 2, 1])

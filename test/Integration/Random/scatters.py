#===- test/Integration/Random/scatters.py - random scatter loops --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random loops that carry a table and replace one row or element of it in each iteration,
at positions from arguments: sums, maxima, replacements, histograms. Rows come from
arguments, from the table itself and from operations on rows; positions are checked, shared
by iterations, or those of the counter; nests have one to three loops, some of which count
indices of the table. Operations of dags.py precede and follow them."""

import random

from builder import MAX_ELEMENTS, Value, is_float, tensor
from dags import OPERATIONS
from graph import PARALLEL, Graph, identity

KINDS = ["f32", "f32", "f32", "bf16", "f16", "f64", "i32", "i8", "i64", "i16"]
ROWS = [1, 2, 5, 16, 17, 33, 40, 70]
WIDTHS = [1, 2, 3, 4, 8, 12, 16, 31, 32, 33, 64, 70, 128, 300]
COUNTS = [1, 2, 5, 8, 17, 40, 100, 130]


class Loop:
    """The loop under construction: its table and counters."""

    def __init__(self, g: Graph, kind: str):
        self.g, self.kind = g, kind
        rank = g.rng.choice([1, 2, 2, 2, 2, 3])
        self.shape = tuple(g.rng.choice(ROWS) for _ in range(rank - 1)) + \
            (g.rng.choice(WIDTHS),)
        self.counts = [g.rng.choice(COUNTS)] if g.rng.random() < 0.75 else \
            [g.rng.choice(COUNTS[:5]), g.rng.choice(COUNTS[:4])]
        self.counters: list[str] = []
        # The loops whose counters are indices of the table, by its dimensions.
        self.counted: dict[int, int] = {}
        if g.rng.random() < 0.4:
            self.count_indices(rank)

    def count_indices(self, rank: int) -> None:
        """Loops over some of the dimensions, and one over positions of the others."""
        rng = self.g.rng
        dims = rng.sample(range(rank), rng.randint(min(1, rank - 1), rank - 1))
        extents = [self.shape[dim] if rng.random() < 0.7 else rng.randint(1, self.shape[dim])
                   for dim in dims]
        loops = [*zip(extents, dims), (rng.choice(COUNTS[:5]), None)]
        rng.shuffle(loops)
        self.counts = [count for count, _ in loops]
        self.counted = {dim: loop for loop, (_, dim) in enumerate(loops) if dim is not None}

    @property
    def width(self) -> int:
        return self.shape[-1]

    def fits(self) -> bool:
        elements = 1
        for extent in (*self.shape[:-1], *self.counts):
            elements *= extent
        return elements <= MAX_ELEMENTS


# --- Positions ----------------------------------------------------------------

def position(g: Graph, loop: Loop, extent: int) -> str:
    """An index below the extent: from a table of numbers, or from a counter."""
    if g.rng.random() < 0.15:
        counter = g.rng.choice(loop.counters)
        return g.scalar_op("arith.remui", [counter, g.index(extent)], "index")
    kind = g.rng.choice(["i64", "i32"])
    counters = loop.counters if g.rng.random() < 0.8 else [loop.counters[-1]]
    counts = loop.counts if counters is loop.counters else [loop.counts[-1]]
    numbers = argument(g, tuple(counts), kind, 1000)
    element, place = g.fresh(), g.fresh()
    g.emit(f"{element} = tensor.extract {numbers.name}[{', '.join(counters)}] : "
           f"{numbers.type}")
    number = g.scalar_op("arith.remui", [element, g.scalar(extent, kind)], kind)
    if g.rng.random() < 0.5:
        holds = g.fresh()
        g.emit(f"{holds} = arith.cmpi ult, {number}, {g.scalar(extent, kind)} : {kind}\n"
               f'cf.assert {holds}, "index out of range"')
    g.emit(f"{place} = arith.index_cast {number} : {kind} to index")
    return place


def places_of(g: Graph, loop: Loop, extents) -> list[str]:
    """Indices of the first dimensions of the table."""
    return [loop.counters[loop.counted[dim]] if dim in loop.counted else
            position(g, loop, extent) for dim, extent in enumerate(extents)]


def argument(g: Graph, shape, kind: str, bound=None) -> Value:
    """An argument, often an existing one."""
    known = [v for v in g.arguments if v.shape == tuple(shape) and v.kind == kind]
    if known and g.rng.random() < 0.5:
        return g.rng.choice(known)
    return g.argument(shape, kind, bound)


# --- Rows ---------------------------------------------------------------------

def row_slice(g: Graph, x: Value, places) -> Value:
    """The row of a tensor at these positions."""
    width = x.shape[-1]
    sizes = [1] * len(places) + [width]
    shape = (width,) if len(sizes) != 2 or g.rng.random() < 0.7 else tuple(sizes)
    return g.define(shape, x.kind, x.bound, x.exact,
                    f"tensor.extract_slice {x.name}[{', '.join([*places, '0'])}]"
                    f"{sizes}{[1] * len(sizes)} : {x.type} to {tensor(shape, x.kind)}")


def update_row(g: Graph, loop: Loop) -> Value:
    """A row of an argument: at the counters, at a position, or always the same one."""
    choice = g.rng.random()
    if choice < 0.6:
        x = argument(g, (*loop.counts, loop.width), loop.kind)
        return row_slice(g, x, loop.counters)
    rows = g.rng.choice(ROWS)
    x = argument(g, (rows, loop.width), loop.kind)
    return row_slice(g, x, [position(g, loop, rows) if choice < 0.9 else g.index(0)])


COMBINERS = {True: ["arith.addf", "arith.addf", "arith.maximumf", "arith.minimumf"],
             False: ["arith.addi", "arith.addi", "arith.maxsi", "arith.xori"]}


def combined(g: Graph, loop: Loop, x: Value, y: Value, factor) -> Value:
    """An operation on two rows, and sometimes on a scalar; the result has the shape of y."""
    floats = is_float(loop.kind)
    if x.shape != y.shape:
        return y
    op = g.rng.choice(COMBINERS[floats])

    def body(names):
        right = names[1]
        if factor:
            right = g.scalar_op("arith.mulf" if floats else "arith.muli",
                                [right, factor], loop.kind)
        return g.scalar_op(op, [names[0], right], loop.kind)

    same = identity(len(y.shape))
    return g.generic([x, y], g.empty(y.shape, y.kind), [same] * 3, [PARALLEL] * len(same),
                     body, 64, False)


def replaced(g: Graph, loop: Loop, table: Value) -> str:
    """The table of the next iteration, with another row."""
    places = places_of(g, loop, loop.shape[:-1])
    row, factor = update_row(g, loop), None
    if g.rng.random() < 0.3:
        weights = argument(g, tuple(loop.counts), loop.kind)
        factor = g.fresh()
        g.emit(f"{factor} = tensor.extract {weights.name}[{', '.join(loop.counters)}] : "
               f"{weights.type}")
    if g.rng.random() < 0.8:
        row = combined(g, loop, row_slice(g, table, places), row, factor)
    if g.rng.random() < 0.2:
        row = combined(g, loop, update_row(g, loop), row, None)
    sizes = [1] * (len(loop.shape) - 1) + [loop.width]
    return g.define(loop.shape, loop.kind, 64, False,
                    f"tensor.insert_slice {row.name} into {table.name}"
                    f"[{', '.join([*places, '0'])}]{sizes}{[1] * len(sizes)} : "
                    f"{row.type} into {table.type}").name


def replaced_element(g: Graph, loop: Loop, table: Value) -> str:
    """The table of the next iteration, with another element."""
    places = ", ".join(places_of(g, loop, loop.shape))
    updates = argument(g, tuple(loop.counts), loop.kind)
    element = g.fresh()
    g.emit(f"{element} = tensor.extract {updates.name}[{', '.join(loop.counters)}] : "
           f"{updates.type}")
    if g.rng.random() < 0.8:
        before = g.fresh()
        g.emit(f"{before} = tensor.extract {table.name}[{places}] : {table.type}")
        element = g.scalar_op(g.rng.choice(COMBINERS[is_float(loop.kind)]),
                              [before, element], loop.kind)
    return g.define(loop.shape, loop.kind, 64, False,
                    f"tensor.insert {element} into {table.name}[{places}] : "
                    f"{table.type}").name


# --- Loops --------------------------------------------------------------------

def nest(g: Graph, loop: Loop, init: Value, depth=0) -> Value:
    result, table, counter = g.fresh(), g.fresh(), g.fresh()
    zero, one, count = g.index(0), g.index(1), g.index(loop.counts[depth])
    g.emit(f"{result} = scf.for {counter} = {zero} to {count} step {one} "
           f"iter_args({table} = {init.name}) -> ({init.type}) {{")
    loop.counters.append(counter)
    carried = Value(table, loop.shape, loop.kind, 64, not is_float(loop.kind))
    if depth + 1 < len(loop.counts):
        following = nest(g, loop, carried, depth + 1).name
    elif len(loop.shape) == 1 or len(loop.shape) - 1 in loop.counted \
            or g.rng.random() < 0.2:
        following = replaced_element(g, loop, carried)
    else:
        following = replaced(g, loop, carried)
    g.emit(f"scf.yield {following} : {init.type}\n}}")
    return Value(result, loop.shape, loop.kind, 64, not is_float(loop.kind))


def scatter(g: Graph) -> Value:
    while True:
        loop = Loop(g, g.rng.choice(KINDS))
        if loop.fits():
            break
    init = g.pick(lambda v: v.shape == loop.shape and v.kind == loop.kind)
    if init is None:
        choice = g.rng.random()
        init = g.argument(loop.shape, loop.kind) if choice < 0.4 else \
            g.filled(loop.shape, loop.kind, 0 if choice < 0.7 else 3)
    return nest(g, loop, init)


def generate(seed: int):
    rng = random.Random(f"scatter {seed}")
    g = Graph(rng)
    g.add(g.argument(g.random_shape(limit=600), rng.choice(["f32", "i32"])))
    made = []
    for _ in range(rng.choice([1, 1, 2])):
        made.append(g.add(scatter(g)))
    operations, weights = zip(*OPERATIONS)
    for _ in range(rng.choice([0, 1, 2])):
        operation, = rng.choices(operations, weights)
        lines = len(g.lines)
        value = operation(g)
        if value is not None:
            made.append(g.add(value))
        elif operation.__name__ != "call":
            del g.lines[lines:]
    results = {v.name: v for v in [made[-1], rng.choice(made), made[0]]}
    return g.program(list(results.values()), seed)

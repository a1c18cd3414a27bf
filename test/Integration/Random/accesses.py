#===- accesses.py - random graphs with general indexing maps ---------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random graphs whose generics have indexing maps of every kind: constants, diagonals,
reversed, strided and skewed dimensions, quotients and remainders. Inits have contents,
bodies read them and loop indices, results cover only parts of them, and operations have
several results. Other operations of dags.py surround them."""

import random
from dataclasses import dataclass

from builder import MAX_BOUND, MAX_ELEMENTS, NARROW, Value, affine_map, is_float
from conversions import KINDS
from dags import OPERATIONS, combiners
from graph import PARALLEL, REDUCTION, Graph
from scalars import Expression, Scalar

LOOPS = [1, 2, 3, 4, 5, 8, 15, 16, 17, 20, 32, 33]


@dataclass
class Loops:
    """The iteration space of an operation: extents, parallel loops first."""
    extents: list[int]
    parallel: int

    @property
    def iterators(self) -> list[str]:
        return [PARALLEL] * self.parallel + \
            [REDUCTION] * (len(self.extents) - self.parallel)


def random_loops(g: Graph, reductions: int) -> Loops:
    while True:
        parallel = g.rng.choice([1, 1, 2, 2, 2, 3])
        extents = [g.rng.choice(LOOPS) for _ in range(parallel + reductions)]
        elements = 1
        for extent in extents:
            elements *= extent
        if elements <= 2 * MAX_ELEMENTS:
            return Loops(extents, parallel)


# --- Maps ---------------------------------------------------------------------

def scaled(g: Graph, loops: Loops, dim: int, factor: int, room: int):
    """`factor * dim`, shifted to indices from 0 on; None if they exceed the room. A plain
    dimension has no room, because it defines the extent of its loop. Returns the
    expression and the greatest index."""
    span = abs(factor) * (loops.extents[dim] - 1)
    least = int(factor == 1 and span + 1 < room)
    if span + least >= room:
        return None
    shift = (span if factor < 0 else 0) + g.rng.randrange(least, room - span)
    return f"d{dim} * {factor} + {shift}", shift + (span if factor > 0 else 0)


def index(g: Graph, loops: Loops, size: int) -> str:
    """An index from 0 to size - 1."""
    dims = list(range(len(loops.extents)))
    choice = g.rng.random()
    if choice < 0.45 and (fits := [d for d in dims if loops.extents[d] == size]):
        return f"d{g.rng.choice(fits)}"
    if choice < 0.7:
        found = scaled(g, loops, g.rng.choice(dims), g.rng.choice([-2, -1, 1, 2, 3]), size)
        if found:
            return found[0]
    if choice < 0.82:
        a, b = g.rng.choice(dims), g.rng.choice(dims)
        first = scaled(g, loops, a, g.rng.choice([1, 1, 2]), size)
        second = scaled(g, loops, b, 1, size - first[1]) if first else None
        if second:
            return f"{first[0]} + {second[0]}"
    if choice < 0.92:
        dim, divisor = g.rng.choice(dims), g.rng.choice([2, 3, 4])
        if (loops.extents[dim] - 1) // divisor < size and g.rng.random() < 0.5:
            return f"d{dim} floordiv {divisor}"
        return f"d{dim} mod {min(divisor, size)}"
    return str(g.rng.randrange(size))


def access(g: Graph, loops: Loops, accepts):
    """An existing value and a map that reads it."""
    value = g.pick(lambda v: accepts(v) and len(v.shape) <= 3)
    return value and (value, [index(g, loops, size) for size in value.shape])


def bounding(g: Graph, loops: Loops, kind: str):
    """An argument whose dimensions are all loops: it defines their extents."""
    order = g.rng.sample(range(len(loops.extents)), len(loops.extents))
    if g.rng.random() < 0.5:
        order.sort()
    shape = [loops.extents[d] for d in order]
    value = g.pick(lambda v: v.kind == kind and list(v.shape) == shape) or \
        g.argument(shape, kind)
    return value, [f"d{d}" for d in order]


def result_access(g: Graph, loops: Loops):
    """The shape of a result and a map that writes each element once at most. Constant
    and shifted indices leave elements of the init as they were."""
    dims = g.rng.sample(range(loops.parallel), loops.parallel)
    if g.rng.random() < 0.6:
        dims.sort()
    shape, results = [], []
    for dim in dims:
        extent = loops.extents[dim]
        choice = g.rng.random()
        if choice < 0.8:
            shape.append(extent)
            results.append(f"d{dim}")
        else:
            factor = g.rng.choice([-1, 1, 2])
            span = abs(factor) * (extent - 1)
            shape.append(span + g.rng.choice([1, 2, 5]))
            results.append(scaled(g, loops, dim, factor, shape[-1])[0])
    if g.rng.random() < 0.15 and len(shape) < 3:
        place, size = g.rng.randint(0, len(shape)), g.rng.choice([1, 2, 4])
        shape.insert(place, size)
        results.insert(place, str(g.rng.randrange(size)))
    return shape, results


def covers(results) -> bool:
    return all(r.startswith("d") and r[1:].isdigit() for r in results)


# --- Operations ---------------------------------------------------------------

def init_of(g: Graph, shape, kind: str, isCovered: bool):
    """An init; whether it has contents."""
    known = g.pick(lambda v: v.kind == kind and list(v.shape) == shape)
    choice = g.rng.random()
    if isCovered and choice < 0.4:
        return g.empty(shape, kind), False
    if known and choice < 0.8:
        return known, True
    if choice < 0.9:
        return g.filled(shape, kind, g.rng.randint(0, 1)), True
    return g.argument(shape, kind), True


def loop_number(g: Graph, e: Expression, loops: Loops, kind: str):
    """The index of a loop as a number."""
    dim = g.rng.randrange(len(loops.extents))
    number = g.fresh()
    g.emit(f"{number} = linalg.index {dim} : index")
    integer = g.scalar_op("arith.index_cast", [number], "index", "i32")
    bound = loops.extents[dim]
    if kind == "i32":
        return Scalar(integer, kind, bound, True)
    return Scalar(g.scalar_op("arith.sitofp", [integer], "i32", kind), kind, bound, True)


def operands_of(g: Graph, loops: Loops, kind: str):
    found = [access(g, loops, lambda v: v.kind == kind) for _ in range(g.rng.randrange(3))]
    return [pair for pair in found if pair] + [bounding(g, loops, kind)]


def elementwise(g: Graph):
    loops = random_loops(g, 0)
    kind = g.rng.choice(KINDS)
    operands = operands_of(g, loops, kind)
    results = [result_access(g, loops) for _ in range(g.rng.choice([1, 1, 1, 2]))]
    inits = [init_of(g, shape, kind, covers(indices)) for shape, indices in results]
    return emit(g, loops, operands, results, inits, kind)


def emit(g: Graph, loops, operands, results, inits, kind):
    values = [v for v, _ in operands] + [v for v, _ in inits]
    maps = [m for _, m in operands] + [m for _, m in results]
    names = [g.fresh() for _ in values]
    made = g.fresh()
    head(g, made, loops, values, names, maps, len(operands))
    e, yielded = Expression(g), []
    scalars = g.expression(names, values)
    for init, (value, hasContents) in zip(scalars[len(operands):], inits):
        leaves = scalars[:len(operands)]
        if hasContents and g.rng.random() < 0.4:
            leaves = [*leaves, init]
        if kind in ("f32", "i32") and g.rng.random() < 0.2:
            leaves = [*leaves, loop_number(g, e, loops, kind)]
        yielded.append(e.tree(leaves, g.rng.randrange(3)))
    tail(g, yielded, kind, inits)
    return [part(made, i, len(inits), value, y, contents)
            for i, ((value, contents), y) in enumerate(zip(inits, yielded))]


def head(g, made, loops, values, names, maps, numInputs):
    texts = ", ".join(affine_map(len(loops.extents), m) for m in maps)
    kinds = ", ".join(f'"{i}"' for i in loops.iterators)
    count = len(values) - numInputs

    def listed(part):
        return f"({', '.join(v.name for v in part)} : {', '.join(v.type for v in part)})"

    number = f":{count}" if count > 1 else ""
    g.emit(f"{made}{number} = linalg.generic {{indexing_maps = [{texts}], "
           f"iterator_types = [{kinds}]}} ins{listed(values[:numInputs])} "
           f"outs{listed(values[numInputs:])} {{")
    block = ", ".join(f"{n}: {v.kind}" for n, v in zip(names, values))
    g.emit(f"^bb0({block}):")


def tail(g, yielded, kind, inits):
    names = ", ".join(y.name for y in yielded)
    kinds = ", ".join(kind for _ in yielded)
    types = ", ".join(v.type for v, _ in inits)
    g.emit(f"linalg.yield {names} : {kinds}")
    g.emit("} -> " + (f"({types})" if len(inits) > 1 else types))


def part(made, i, count, init, scalar, contents) -> Value:
    name = f"{made}#{i}" if count > 1 else made
    return Value(name, init.shape, init.kind, max(scalar.bound, init.bound),
                 scalar.exact and (init.exact or not contents))


def reduction(g: Graph):
    """A combination of an expression, over one or two loops, onto an init."""
    loops = random_loops(g, g.rng.choice([1, 1, 2]))
    kind = g.rng.choice([k for k in KINDS if k not in NARROW])
    operands = operands_of(g, loops, kind)[-2:]
    shape, indices = result_access(g, loops)
    extent = 1
    for size in loops.extents[loops.parallel:]:
        extent *= size
    return reduce_into(g, loops, operands, shape, indices, kind, extent)


def reduce_into(g, loops, operands, shape, indices, kind, extent):
    bound = 1.0
    for value, _ in operands:
        bound *= max(value.bound, 1)
    total = Value("", (), kind, bound, all(v.exact for v, _ in operands))
    op, neutral, most = g.rng.choice(combiners(total, extent))
    if is_float(kind) and most > MAX_BOUND:
        return None
    init = g.filled(shape, kind, neutral) if g.rng.random() < 0.6 else None
    init = init or init_of(g, shape, kind, False)[0]
    values, maps = [v for v, _ in operands] + [init], [m for _, m in operands] + [indices]
    names, made = [g.fresh() for _ in values], g.fresh()
    head(g, made, loops, values, names, maps, len(operands))
    e = Expression(g)
    *leaves, accumulator = g.expression(names, values)
    product = {"i1": "arith.andi"}.get(kind, "arith.mulf" if is_float(kind) else "arith.muli")
    element = leaves[0]
    for leaf in leaves[1:]:
        element = e.op(product, [element, leaf], bound, total.exact)
    exact = total.exact and init.exact and (not is_float(kind) or
                                            op not in ("arith.addf", "arith.mulf"))
    result = e.op(op, [accumulator, element], most + init.bound, exact)
    tail(g, [result], kind, [(init, True)])
    return [part(made, 0, 1, init, result, True)]


def generate(seed: int):
    rng = random.Random(f"access {seed}")
    g = Graph(rng)
    for _ in range(rng.randint(1, 2)):
        g.add(g.argument(g.random_shape(ranks=(1, 2, 2, 3), limit=1024), rng.choice(KINDS)))
    made, target = [], rng.randint(1, 6)
    surrounding, weights = zip(*OPERATIONS)
    while len(made) < target:
        lines = len(g.lines)
        operation = rng.choice([elementwise, elementwise, reduction, None])
        if operation:
            found = operation(g)
        else:
            operation, = rng.choices(surrounding, weights)
            value = operation(g)
            found = [value] if value else None
        if found is None:
            if operation.__name__ != "call":
                del g.lines[lines:]
            target -= 0.1
            continue
        made += [g.add(value) for value in found]
    results = {made[-1].name: made[-1]} if made else {}
    for value in rng.sample(made, rng.randint(0, min(2, len(made)))):
        results[value.name] = value
    return g.program(list(results.values()) or g.values[:1], seed)

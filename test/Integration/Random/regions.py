#===- regions.py - random graphs in loops and branches ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random graphs of dags.py and accesses.py inside of scf.for, scf.while and scf.if:
tensors of several types and shapes are carried, slices are read and written at the counter
of a loop, trip counts are data, regions read values from outside and contain the loops of
scatters.py. Values that leave a
region are bounded, so that repetition does not increase them."""

import random

import accesses
import scatters
from builder import Value, is_float
from dags import OPERATIONS
from graph import PARALLEL, Graph, identity
from scalars import Expression

MAX_ELEMENTS = 600


def statement(g: Graph, depth: int, counter=None):
    """Adds values of one random operation."""
    lines, choice = len(g.lines), g.rng.random()
    if depth and choice < 0.2:
        found = g.rng.choice([for_loop, for_loop, while_loop, branch])(g, depth - 1)
    elif counter and choice < 0.5:
        found = update_row(g, *counter)
    elif choice < 0.65:
        found = g.rng.choice([accesses.elementwise, accesses.reduction])(g)
    elif choice < 0.7:
        found = [scatters.scatter(g)]
    else:
        operations, weights = zip(*OPERATIONS)
        operation, = g.rng.choices(operations, weights)
        value = operation(g)
        if value is None and operation.__name__ == "call":
            return []
        found = [value] if value else None
    if found is None:
        del g.lines[lines:]
        return []
    return [g.add(value) for value in found]


def statements(g: Graph, depth: int, counter=None):
    for _ in range(g.rng.randint(1, 3)):
        statement(g, depth, counter)


# --- Values that leave regions ------------------------------------------------

def bounded(g: Graph, x: Value) -> Value:
    """The value itself for integers, its hyperbolic tangent for floats."""
    if not is_float(x.kind):
        return x
    same = identity(len(x.shape))
    return g.generic([x], g.empty(x.shape, x.kind), [same, same], [PARALLEL] * len(same),
                     lambda names: g.scalar_op("math.tanh", names[:1], x.kind), 1, False)


def leaving(g: Graph, x: Value) -> Value:
    """A value of this type from inside of the region, preferably a late one."""
    y = g.pick(lambda v: v.type == x.type and (v.exact or is_float(v.kind)))
    return bounded(g, y)


def carried_values(g: Graph):
    fits = [v for v in g.values if v.elements <= MAX_ELEMENTS and
            (v.exact or is_float(v.kind))]
    return g.rng.sample(fits, min(len(fits), g.rng.randint(1, 3)))


def inside(x: Value, name: str) -> Value:
    """The value that a region carries under this name."""
    if x.kind == "i1":
        return Value(name, x.shape, x.kind, 1, True)
    full = 64.0 if is_float(x.kind) else 2.0 ** (int(x.kind[1:]) - 1)
    return Value(name, x.shape, x.kind, max(1.0, x.bound) if is_float(x.kind) else full,
                 not is_float(x.kind))


def outside(result: str, carried):
    """The results of a region."""
    names = [f"{result}#{i}" if len(carried) > 1 else result for i in range(len(carried))]
    return [inside(x, name) for x, name in zip(carried, names)]


def listed(values, names):
    return ", ".join(f"{n} = {v.name}" for n, v in zip(names, values))


# --- Regions ------------------------------------------------------------------

def trip_count(g: Graph):
    """A constant, or a number from an argument; and the greatest count."""
    most = g.rng.choice([0, 1, 2, 3])
    if g.rng.random() < 0.7:
        return g.index(most), most
    number = g.argument((), "i32")
    element = g.fresh()
    g.emit(f"{element} = tensor.extract {number.name}[] : {number.type}")
    limit = g.scalar(most + 1, "i32")
    count, index = g.scalar_op("arith.remui", [element, limit], "i32"), g.fresh()
    g.emit(f"{index} = arith.index_cast {count} : i32 to index")
    return index, most


def start_of_loop(g: Graph):
    """What a loop carries, its first counter and step, and its trip count (trip_count);
    None if there is nothing to carry."""
    carried = carried_values(g)
    return [carried, g.index(0), g.index(1), *trip_count(g)] if carried else None


def for_loop(g: Graph, depth: int):
    start = start_of_loop(g)
    if start is None:
        return None
    carried, zero, one, high, most = start
    counter, result, names = g.fresh(), g.fresh(), [g.fresh() for _ in carried]
    types = ", ".join(v.type for v in carried)
    number = f":{len(carried)}" if len(carried) > 1 else ""
    g.emit(f"{result}{number} = scf.for {counter} = {zero} to {high} step {one} "
           f"iter_args({listed(carried, names)}) -> ({types}) {{")
    body(g, depth, carried, names, lambda y: f"scf.yield {y} : {types}", (counter, most))
    g.emit("}")
    return outside(result, carried)


def body(g: Graph, depth: int, carried, names, terminator, counter=None):
    visible = list(g.values)
    g.values = visible + [inside(x, name) for x, name in zip(carried, names)]
    statements(g, depth, counter)
    yielded = [leaving(g, x) for x in carried]
    g.emit(terminator(", ".join(y.name for y in yielded)))
    g.values = visible


def while_loop(g: Graph, depth: int):
    start = start_of_loop(g)
    if start is None:
        return None
    carried, zero, one, high, most = start
    types = ", ".join(["index"] + [v.type for v in carried])
    result, i, j, more, following = (g.fresh() for _ in range(5))
    before, after = ([g.fresh() for _ in carried] for _ in range(2))
    g.emit(f"{result}:{len(carried) + 1} = scf.while ({i} = {zero}, "
           f"{listed(carried, before)}) : ({types}) -> ({types}) {{")
    g.emit(f"{more} = arith.cmpi slt, {i}, {high} : index")
    g.emit(f"scf.condition({more}) {i}, {', '.join(before)} : {types}")
    arguments = ", ".join(f"{n}: {v.type}" for n, v in zip(after, carried))
    g.emit(f"}} do {{\n^bb0({j}: index, {arguments}):")
    g.emit(f"{following} = arith.addi {j}, {one} : index")
    body(g, depth, carried, after,
         lambda y: f"scf.yield {following}, {y} : {types}", (j, most))
    g.emit("}")
    return [inside(x, f"{result}#{i + 1}") for i, x in enumerate(carried)]


def branch(g: Graph, depth: int):
    carried = carried_values(g)
    if not carried:
        return None
    flag, holds, result = g.argument((), "i1"), g.fresh(), g.fresh()
    types = ", ".join(v.type for v in carried)
    number = f":{len(carried)}" if len(carried) > 1 else ""
    g.emit(f"{holds} = tensor.extract {flag.name}[] : {flag.type}")
    g.emit(f"{result}{number} = scf.if {holds} -> ({types}) {{")
    for last in ("} else {", "}"):
        body(g, depth, carried, [], lambda y: f"scf.yield {y} : {types}")
        g.emit(last)
    return outside(result, carried)


def update_row(g: Graph, counter: str, most: int):
    """Replaces the row of a value at the counter by a function of it."""
    x = g.pick(lambda v: v.shape and v.shape[0] >= max(1, most) and v.kind != "i1")
    if x is None:
        return None
    y = g.pick(lambda v: v.type == x.type)
    rest = list(x.shape[1:])
    place = f"[{', '.join([counter] + ['0'] * len(rest))}]" \
        f"{[1] + rest}{[1] * len(x.shape)}"
    shape = rest if g.rng.random() < 0.5 else [1] + rest
    part = Value(g.fresh(), tuple(shape), x.kind, x.bound, x.exact)
    g.emit(f"{part.name} = tensor.extract_slice {x.name}{place} : {x.type} to {part.type}")
    e, made = Expression(g), {}

    def compute(names):
        made["result"] = e.tree(g.expression(names[:1], [part]), 1)
        return made["result"].name

    same = identity(len(shape))
    row = g.generic([part], g.empty(shape, x.kind), [same, same], [PARALLEL] * len(shape),
                    compute, 0, True)
    result = made["result"]
    return [g.define(y.shape, y.kind, max(y.bound, result.bound), y.exact and result.exact,
                     f"tensor.insert_slice {row.name} into {y.name}{place} : "
                     f"{part.type} into {y.type}")]


def generate(seed: int):
    rng = random.Random(f"region {seed}")
    g = Graph(rng)
    for _ in range(rng.randint(1, 3)):
        shape = g.random_shape(ranks=(0, 1, 1, 2, 2, 3), limit=MAX_ELEMENTS)
        g.add(g.argument(shape, rng.choice(["f32", "f32", "bf16", "f64", "f16", "i32",
                                            "i64", "i8", "i1"])))
    made = []
    while not made:
        statement(g, 0)
        made = rng.choice([for_loop, for_loop, while_loop, branch])(g, 2) or []
    for value in made:
        g.add(value)
    for _ in range(rng.randint(0, 2)):
        made += statement(g, 2)
    results = {v.name: v for v in rng.sample(made, min(3, len(made)))}
    return g.program(list(results.values()), seed)

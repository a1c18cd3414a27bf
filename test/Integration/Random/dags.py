#===- test/Integration/Random/dags.py - random graphs of Linalg operations ----===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random graphs of operations on tensors: values are used several times, functions
are called, several values are results. Products are in
contractions.py, operations that only move elements in movements.py."""

import random

from builder import MAX_BOUND, NARROW, Value, is_float, literal, tensor
from contractions import matmul, softmax, vector_product
from conversions import KINDS, convert, may_convert
from graph import PARALLEL, REDUCTION, Graph, identity
from movements import MOVEMENTS
from scalars import Expression

# --- Operations ---------------------------------------------------------------

def elementwise(g: Graph):
    """One to three operands, broadcast or transposed by their maps."""
    x = g.pick()
    operands, maps = [x], [identity(len(x.shape))]
    for _ in range(g.rng.randrange(3)):
        y = g.pick(lambda v: v.kind == x.kind)
        fit = broadcast(g, y.shape, x.shape)
        if fit is not None:
            operands.append(y)
            maps.append(fit)
    return mapped(g, operands, maps, x.shape)


def broadcast(g: Graph, shape, full):
    """Results of a map that reads `shape` in loops over `full`; None: impossible."""
    free, results = list(range(len(full))), []
    if g.rng.random() < 0.3:
        g.rng.shuffle(free)
    for extent in shape:
        fits = [d for d in free if full[d] == extent]
        if not fits and extent == 1:
            results.append("0")
        elif not fits:
            return None
        else:
            results.append(f"d{fits[0]}")
            free.remove(fits[0])
    return results


def mapped(g: Graph, operands, maps, shape, kind=None):
    kinds = [k for k in KINDS if k != kind]
    e, made = Expression(g), {}
    wanted = g.rng.choice(kinds) if g.rng.random() < 0.25 else operands[0].kind

    def body(names):
        result = e.tree(g.expression(names[:-1], operands), g.rng.randrange(4))
        result = convert(e, result, made["kind"]) if may_convert(result, made["kind"]) \
            else result
        made["result"] = result
        return result.name

    return generic_of(g, operands, maps, shape, wanted, body, made)


def generic_of(g, operands, maps, shape, wanted, body, made):
    """The result type precedes the body: the body is emitted once to determine it."""
    state, lines, count = g.rng.getstate(), len(g.lines), g.count
    made["kind"] = wanted
    rank = len(shape)
    for _ in range(2):
        init = g.empty(shape, made["kind"])
        value = g.generic(operands, init, [*maps, identity(rank)], [PARALLEL] * rank,
                          body, 0, True)
        result = made["result"]
        if result.kind == made["kind"]:
            value.bound, value.exact = result.bound, result.exact
            return value
        del g.lines[lines:]
        g.rng.setstate(state)
        g.count, made["kind"] = count, result.kind
    return None


NAMED = {"add": 2, "sub": 2, "mul": 2, "max": 2, "min": 2, "abs": 1, "negf": 1, "exp": 1,
         "tanh": 1, "square": 1, "erf": 1, "floor": 1, "ceil": 1}


def named(g: Graph):
    name = g.rng.choice(sorted(NAMED))
    only_float = NAMED[name] == 1 and name not in ("abs", "square")
    x = g.pick(lambda v: v.kind != "i1" and (is_float(v.kind) or not only_float)
               and (is_float(v.kind) or name not in ("abs", "square")))
    if x is None or name in ("floor", "ceil") and not x.exact:
        return None
    y = g.pick(lambda v: v.type == x.type) if NAMED[name] == 2 else None
    other = y.bound if y else x.bound
    bound = {"add": x.bound + other, "sub": x.bound + other, "mul": x.bound * other,
             "square": x.bound ** 2, "exp": 2.72 ** min(x.bound, 9), "tanh": 1, "erf": 1,
             "floor": x.bound + 1, "ceil": x.bound + 1}.get(name, max(x.bound, other))
    if is_float(x.kind):
        if bound > MAX_BOUND:
            return None
    else:
        bound = min(bound, 2.0 ** (int(x.kind[1:]) - 1))
    exact = x.exact and (y is None or y.exact) and \
        (not is_float(x.kind) or name in ("max", "min", "abs", "negf", "floor", "ceil"))
    init = g.empty(x.shape, x.kind)
    names, types = (f"{x.name}, {y.name}", f"{x.type}, {y.type}") if y else (x.name, x.type)
    return g.define(x.shape, x.kind, bound, exact,
                    f"linalg.{name} ins({names} : {types}) "
                    f"outs({init.name} : {init.type}) -> {init.type}")


def cast(g: Graph):
    x = g.pick()
    kind = g.rng.choice([k for k in KINDS if may_convert(x, k)] or [x.kind])
    e, made = Expression(g), {}

    def body(names):
        made["result"] = convert(e, g.expression(names[:1], [x])[0], kind)
        return made["result"].name

    return generic_of(g, [x], [identity(len(x.shape))], x.shape, kind, body, made)


def combiners(x: Value, extent: int):
    """Operation, neutral element and bound of the result."""
    if x.kind == "i1":
        return [("arith.andi", 1, 1), ("arith.ori", 0, 1), ("arith.xori", 0, 1)]
    if not is_float(x.kind):
        full = 2.0 ** (int(x.kind[1:]) - 1)
        return [("arith.addi", 0, min(x.bound * extent, full)), ("arith.muli", 1, full),
                ("arith.maxsi", -full, full), ("arith.minsi", full - 1, full),
                ("arith.maxui", 0, full), ("arith.ori", 0, full)]
    found = [("arith.maximumf", -100, x.bound), ("arith.minimumf", 100, x.bound),
             ("arith.maxnumf", -100, x.bound)]
    if x.bound * extent <= 4 * MAX_BOUND and (x.kind not in NARROW or extent <= 20):
        found += [("arith.addf", 0, x.bound * extent)] * 3
    if x.bound <= 1 and extent <= 5:
        found.append(("arith.mulf", 1, 1))
    return found


def reduce(g: Graph):
    x = g.pick(lambda v: v.shape)
    if x is None:
        return None
    rank = len(x.shape)
    dims = sorted(g.rng.sample(range(rank), g.rng.randint(1, rank)))
    extent = 1
    for d in dims:
        extent *= x.shape[d]
    op, neutral, bound = g.rng.choice(combiners(x, extent))
    kept = [d for d in range(rank) if d not in dims]
    shape = [x.shape[d] for d in kept]
    init = g.filled(shape, x.kind, neutral)
    exact = x.exact and op not in ("arith.addf", "arith.mulf")
    if g.rng.random() < 0.5:
        return g.define(shape, x.kind, bound, exact, reduce_text(g, x, init, dims, op))
    e = Expression(g)

    def body(names):
        element, total = g.expression(names, [x, init])
        return e.op(op, [element, total], bound, exact).name

    maps = [identity(rank), [f"d{d}" for d in kept]]
    iterators = [REDUCTION if d in dims else PARALLEL for d in range(rank)]
    return g.generic([x], init, maps, iterators, body, bound, exact)


def reduce_text(g, x, init, dims, op):
    a, b, c = g.fresh(), g.fresh(), g.fresh()
    return (f"linalg.reduce ins({x.name} : {x.type}) outs({init.name} : {init.type}) "
            f"dimensions = {dims} ({a}: {x.kind}, {b}: {x.kind}) {{\n"
            f"  {c} = {op} {a}, {b} : {x.kind}\n"
            f"  linalg.yield {c} : {x.kind}\n}}")


# --- Sources and calls --------------------------------------------------------

def source(g: Graph):
    kind = g.rng.choice(KINDS)
    shape = g.random_shape()
    choice = g.rng.random()
    if choice < 0.6:
        return g.argument(shape, kind)
    number = 1 if kind == "i1" else g.rng.randint(-3, 3)
    if choice < 0.8 or kind == "i1":
        return g.filled(shape, kind, number)
    shape = g.random_shape(limit=64)
    return g.define(shape, kind, 9, True, f"arith.constant {dense(g, shape, kind)} : "
                    f"{tensor(shape, kind)}")


def dense(g: Graph, shape, kind) -> str:
    def text(rest):
        if not rest:
            return literal(g.rng.randint(-9, 9), kind)
        return "[" + ", ".join(text(rest[1:]) for _ in range(rest[0])) + "]"
    return f"dense<{text(shape)}>"


def call(g: Graph):
    """A function of one tensor: elementwise arithmetic, called once or nested."""
    x = g.pick(lambda v: v.kind != "i1" and v.bound <= 8)
    if x is None:
        return None
    inner = Graph(random.Random(g.rng.random()))
    parameter = inner.add(Value("%x", x.shape, x.kind, x.bound, x.exact))
    result = mapped(inner, [parameter], [identity(len(x.shape))], x.shape)
    if result is None or result.type != x.type:
        return None
    name = f"f{len(g.functions)}"
    g.functions.append(
        f"func.func private @{name}(%x: {x.type}) -> {x.type} {{\n"
        + "".join(line + "\n" for line in inner.lines)
        + f"  return {result.name} : {x.type}\n}}\n")
    argument, returned = x, None
    for _ in range(g.rng.randint(1, 2) if result.bound <= x.bound and
                   (result.exact or not x.exact) else 1):
        returned = g.add(g.define(x.shape, x.kind, result.bound, result.exact,
                                  f"func.call @{name}({argument.name}) : "
                                  f"({x.type}) -> {x.type}"))
        other = g.pick(lambda v: v.type == x.type and v.bound <= x.bound
                       and (v.exact or not x.exact))
        argument = other or argument
    return None if returned in g.values else returned


OPERATIONS = [(elementwise, 8), (named, 4), (cast, 3), (reduce, 5), (matmul, 4),
              (vector_product, 1), (softmax, 1), (source, 3), (call, 1),
              *((movement, 1) for movement in MOVEMENTS)]


def generate(seed: int):
    rng = random.Random(f"dag {seed}")
    g = Graph(rng)
    for _ in range(rng.randint(1, 3)):
        g.add(g.argument(g.random_shape(), rng.choice(KINDS)))
    made, target = [], rng.randint(2, 12)
    operations, weights = zip(*OPERATIONS)
    while len(made) < target:
        operation, = rng.choices(operations, weights)
        lines, count = len(g.lines), g.count
        value = operation(g)
        if value is None:
            if operation is not call:
                del g.lines[lines:]
            target -= 0.1
            continue
        made.append(g.add(value))
    results = {made[-1].name: made[-1]}
    for value in rng.sample(made, rng.randint(0, min(2, len(made)))):
        results[value.name] = value
    return g.program(list(results.values()), seed)

#===- test/Integration/Random/control_flow.py - loops and branches ------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random programs in which scf.for, scf.while, scf.if and scf.forall enclose
tile code (products, elementwise operations, reductions) and code on slices."""

import random

from builder import Builder, Value, tensor

SIZES = [4, 8, 16, 17, 24, 33]


class Block(Builder):
    """All tensors are of one square type, so that every operation applies to every value;
    tanh bounds their magnitude by 1."""

    def __init__(self, rng):
        super().__init__(rng)
        self.size = rng.choice(SIZES)
        self.kind = rng.choice(["f32", "f32", "f32", "bf16", "i32"])
        self.values: list[Value] = []

    @property
    def shape(self):
        return (self.size, self.size)

    @property
    def type(self) -> str:
        return tensor(self.shape, self.kind)

    def value(self, text: str) -> Value:
        return self.define(self.shape, self.kind, 1, False, text)

    def pick(self) -> Value:
        return self.values[max(self.rng.randrange(len(self.values)) for _ in range(2))]

    def nested(self, emit):
        """Values defined inside are not visible outside."""
        visible, self.indent = list(self.values), self.indent + "  "
        result = emit()
        self.values, self.indent = visible, self.indent[:-2]
        return result


# --- Straight-line code -------------------------------------------------------

def elementwise(b: Block):
    x, y = b.pick(), b.pick()
    init, same = b.empty(b.shape, b.kind), ["d0", "d1"]
    floating = b.kind != "i32"
    ops = ["addf", "mulf", "subf", "maximumf"] if floating else ["addi", "muli", "maxsi"]
    op = b.rng.choice(ops)

    def body(names):
        result = b.scalar_op(f"arith.{op}", names[:2], b.kind)
        return b.scalar_op("math.tanh", [result], b.kind) if floating else result

    return b.generic([x, y], init, [same] * 3, ["parallel"] * 2, body, 1, False)


def matmul(b: Block):
    x, y = b.pick(), b.pick()
    wide = "f32" if b.kind == "bf16" else b.kind
    init = b.filled(b.shape, wide, 0)
    product = b.define(b.shape, wide, 1, False,
                       f"linalg.matmul ins({x.name}, {y.name} : {x.type}, {y.type}) "
                       f"outs({init.name} : {init.type}) -> {init.type}")
    if b.kind == "i32":
        return product
    same, result = ["d0", "d1"], b.empty(b.shape, b.kind)

    def body(names):
        small = b.scalar_op("math.tanh", names[:1], wide)
        return small if wide == b.kind else \
            b.scalar_op("arith.truncf", [small], wide, b.kind)

    return b.generic([product], result, [same] * 2, ["parallel"] * 2, body, 1, False)


def row_maximum(b: Block):
    """A reduction, then broadcast."""
    x = b.pick()
    init = b.filled((b.size,), b.kind, -100)
    op = "arith.maxsi" if b.kind == "i32" else "arith.maximumf"
    rows = b.generic([x], init, [["d0", "d1"], ["d0"]], ["parallel", "reduction"],
                     lambda names: b.scalar_op(op, names, b.kind), 1, False)
    empty = b.empty(b.shape, b.kind)
    return b.value(f"linalg.broadcast ins({rows.name} : {rows.type}) "
                   f"outs({empty.name} : {empty.type}) dimensions = [{b.rng.randrange(2)}]")


def slices(b: Block):
    """Inserts rows of one value into another."""
    x, y = b.pick(), b.pick()
    count = b.rng.randint(1, b.size)
    source, target = (b.rng.randint(0, b.size - count) for _ in range(2))
    part = b.define((count, b.size), b.kind, 1, False,
                    f"tensor.extract_slice {x.name}[{source}, 0] [{count}, {b.size}] [1, 1] "
                    f": {x.type} to {tensor((count, b.size), b.kind)}")
    return b.value(f"tensor.insert_slice {part.name} into {y.name}[{target}, 0] "
                   f"[{count}, {b.size}] [1, 1] : {part.type} into {y.type}")


def transpose(b: Block):
    x, empty = b.pick(), b.empty(b.shape, b.kind)
    return b.value(f"linalg.transpose ins({x.name} : {x.type}) "
                   f"outs({empty.name} : {empty.type}) permutation = [1, 0]")


STRAIGHT = [elementwise, elementwise, matmul, matmul, row_maximum, slices, transpose]


def straight(b: Block, count: int) -> Value:
    for _ in range(count):
        b.values.append(b.rng.choice(STRAIGHT)(b))
    return b.values[-1]


def body(b: Block, depth: int) -> Value:
    """Body of a region: straight-line code with regions nested at most `depth` deep."""
    straight(b, b.rng.randint(0, 2))
    if depth and b.rng.random() < 0.5:
        b.values.append(b.rng.choice(REGIONS)(b, depth - 1))
    return straight(b, b.rng.randint(0, 2))


# --- Regions ------------------------------------------------------------------

def for_loop(b: Block, depth: int) -> Value:
    """One or two carried tensors, sometimes swapped; rows indexed by the counter."""
    carried = [b.pick() for _ in range(b.rng.randint(1, 2))]
    low, step = b.index(b.rng.randrange(2)), b.index(b.rng.randint(1, 2))
    high = b.index(b.rng.choice([0, 1, 2, 3, 4]))
    counter, names = b.fresh(), [b.fresh() for _ in carried]
    result = b.fresh()
    several = f":{len(carried)}" if len(carried) > 1 else ""
    inits = ", ".join(f"{n} = {v.name}" for n, v in zip(names, carried))
    types = ", ".join([b.type] * len(carried))
    b.emit(f"{result}{several} = scf.for {counter} = {low} to {high} step {step} "
           f"iter_args({inits}) -> ({types}) {{")

    def inside():
        b.values += [Value(n, b.shape, b.kind, 1, False) for n in names]
        last = body(b, depth)
        if b.rng.random() < 0.5:
            last = row_of(b, last, counter)
        yielded = [last.name, *b.rng.sample(names, len(names) - 1)]
        b.emit(f"scf.yield {', '.join(yielded)} : {types}")

    b.nested(inside)
    b.emit("}")
    place = f"#{b.rng.randrange(len(carried))}" if several else ""
    return Value(result + place, b.shape, b.kind, 1, False)


def row_of(b: Block, x: Value, counter: str) -> Value:
    """Inserts the counter's row of one value into the same row of another."""
    row = tensor((1, b.size), b.kind)
    y, part = b.pick(), b.fresh()
    b.emit(f"{part} = tensor.extract_slice {x.name}[{counter}, 0] [1, {b.size}] [1, 1] : "
           f"{x.type} to {row}")
    return b.value(f"tensor.insert_slice {part} into {y.name}[{counter}, 0] "
                   f"[1, {b.size}] [1, 1] : {row} into {y.type}")


def while_loop(b: Block, depth: int) -> Value:
    carried, result = b.pick(), b.fresh()
    zero, one, limit = b.index(0), b.index(1), b.index(b.rng.choice([0, 1, 2, 3]))
    i, x, j, y, more, next_ = (b.fresh() for _ in range(6))
    b.emit(f"{result}:2 = scf.while ({i} = {zero}, {x} = {carried.name}) : "
           f"(index, {b.type}) -> (index, {b.type}) {{")
    b.emit(f"  {more} = arith.cmpi slt, {i}, {limit} : index")
    b.emit(f"  scf.condition({more}) {i}, {x} : index, {b.type}")
    b.emit("} do {")
    b.emit(f"^bb0({j}: index, {y}: {b.type}):")

    def inside():
        b.values.append(Value(y, b.shape, b.kind, 1, False))
        last = body(b, depth)
        b.emit(f"{next_} = arith.addi {j}, {one} : index")
        b.emit(f"scf.yield {next_}, {last.name} : index, {b.type}")

    b.nested(inside)
    b.emit("}")
    return Value(f"{result}#1", b.shape, b.kind, 1, False)


def condition(b: Block) -> str:
    """A condition on an argument, so that every execution takes the same branch."""
    flag = b.argument((), "i1")
    name = b.fresh()
    b.emit(f"{name} = tensor.extract {flag.name}[] : {flag.type}")
    return name


def branch(b: Block, depth: int) -> Value:
    holds, result = condition(b), b.fresh()
    b.emit(f"{result} = scf.if {holds} -> ({b.type}) {{")

    def inside():
        b.emit(f"scf.yield {body(b, depth).name} : {b.type}")

    b.nested(inside)
    b.emit("} else {")
    b.nested(inside)
    b.emit("}")
    return Value(result, b.shape, b.kind, 1, False)


def forall(b: Block, depth: int) -> Value:
    """Each iteration writes its own rows."""
    count = b.rng.choice([n for n in (1, 2, 4, b.size) if b.size % n == 0])
    rows = b.size // count
    target, x, result = b.pick(), b.pick(), b.fresh()
    number, shared, offset, part, empty, done = (b.fresh() for _ in range(6))
    strip = tensor((rows, b.size), b.kind)
    b.emit(f"{result} = scf.forall ({number}) in ({count}) "
           f"shared_outs({shared} = {target.name}) -> ({b.type}) {{")
    place = f"[{offset}, 0] [{rows}, {b.size}] [1, 1]"
    b.emit(f"  {offset} = affine.apply affine_map<(d0) -> (d0 * {rows})>({number})")
    b.emit(f"  {part} = tensor.extract_slice {x.name}{place} : {x.type} to {strip}")
    b.emit(f"  {empty} = tensor.empty() : {strip}")
    b.emit(f"  {done} = linalg.add ins({part}, {part} : {strip}, {strip}) "
           f"outs({empty} : {strip}) -> {strip}")
    b.emit("  scf.forall.in_parallel {")
    b.emit(f"    tensor.parallel_insert_slice {done} into {shared}{place} : "
           f"{strip} into {b.type}")
    b.emit("  }")
    b.emit("}")
    return Value(result, b.shape, b.kind, 1, False)


REGIONS = [for_loop, for_loop, while_loop, branch, forall]


def generate(seed: int):
    rng = random.Random(f"control flow {seed}")
    b = Block(rng)
    for _ in range(rng.randint(1, 3)):
        b.values.append(b.argument(b.shape, b.kind))
    straight(b, rng.randint(0, 2))
    made = []
    for _ in range(rng.randint(1, 3)):
        made.append(REGIONS[seed % len(REGIONS)](b, 2) if not made else
                    rng.choice(REGIONS)(b, 2))
        b.values.append(made[-1])
        straight(b, rng.randint(0, 1))
    results = {b.values[-1].name: b.values[-1], made[0].name: made[0]}
    return b.program(list(results.values()), seed)

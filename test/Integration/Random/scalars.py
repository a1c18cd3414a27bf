#===- test/Integration/Random/scalars.py - random arithmetic on elements ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random expressions of scalars: the bodies of generics, loops and reductions."""

import math
from dataclasses import dataclass

from builder import MAX_BOUND, Builder, is_float, width


@dataclass
class Scalar:
    name: str
    kind: str
    bound: float
    exact: bool

    @property
    def isFloat(self) -> bool:
        return is_float(self.kind)


class Expression:
    """Emits operations on scalars into a builder."""

    def __init__(self, builder: Builder):
        self.b = builder
        self.rng = builder.rng

    def op(self, name, operands, bound, exact=None, kind=None) -> Scalar:
        """Operands and result have one type."""
        kind = kind or operands[0].kind
        if exact is None:
            exact = all(o.exact for o in operands) and kind not in ("f16", "bf16")
        if not is_float(kind):
            bound = min(bound, 2.0 ** (width(kind) - 1))
        text = self.b.scalar_op(name, [o.name for o in operands], kind)
        return Scalar(text, kind, bound, exact)

    def constant(self, number, kind) -> Scalar:
        return Scalar(self.b.scalar(number, kind), kind, abs(number), True)

    def cast(self, name, x: Scalar, kind: str, bound=None) -> Scalar:
        text = self.b.scalar_op(name, [x.name], x.kind, kind)
        return Scalar(text, kind, x.bound if bound is None else bound, x.exact)

    # --- Floats ---------------------------------------------------------------

    def magnitude(self, x):
        return self.op("math.absf", [x], x.bound, x.exact)

    def plus_one(self, x):
        return self.op("arith.addf", [x, self.constant(1, x.kind)], x.bound + 1)

    def float_unary(self, x: Scalar) -> Scalar:
        choices = {
            "math.tanh": 1, "math.erf": 1, "math.sin": 1, "math.cos": 1,
            "math.absf": x.bound, "arith.negf": x.bound}
        if x.bound <= 3:
            choices |= {"math.exp": math.exp(x.bound), "math.exp2": 2 ** x.bound}
        if x.exact:
            choices |= {name: x.bound + 1 for name in
                        ("math.floor", "math.ceil", "math.roundeven", "math.trunc",
                         "math.round")}
        choices |= {"sqrt": 1 + x.bound, "rsqrt": 1, "log": 1 + x.bound, "reciprocal": 1,
                    "sigmoid": 1, "relu": x.bound}
        name = self.rng.choice(sorted(choices))
        moves = name in ("math.absf", "arith.negf", "math.floor", "math.ceil",
                         "math.roundeven", "math.trunc", "math.round")
        if "." in name:
            return self.op(name, [x], choices[name], moves and x.exact)
        return getattr(self, name)(x)

    def sqrt(self, x):
        return self.op("math.sqrt", [self.magnitude(x)], 1 + x.bound, False)

    def rsqrt(self, x):
        return self.op("math.rsqrt", [self.plus_one(self.magnitude(x))], 1, False)

    def log(self, x):
        return self.op("math.log", [self.plus_one(self.magnitude(x))], 1 + x.bound, False)

    def reciprocal(self, x):
        return self.op("arith.divf", [self.constant(1, x.kind),
                                      self.plus_one(self.magnitude(x))], 1, False)

    def sigmoid(self, x):
        power = self.op("math.exp", [self.op("arith.negf", [x], x.bound)], 1e9, False) \
            if x.bound <= 8 else self.op("math.tanh", [self.magnitude(x)], 1, False)
        return self.op("arith.divf", [self.constant(1, x.kind), self.plus_one(power)],
                       1, False)

    def relu(self, x):
        return self.op("arith.maximumf", [x, self.constant(0, x.kind)], x.bound, x.exact)

    def float_binary(self, x: Scalar, y: Scalar) -> Scalar:
        high = max(x.bound, y.bound)
        choices = {name: high for name in ("arith.maximumf", "arith.minimumf",
                                           "arith.maxnumf", "arith.minnumf")}
        if x.bound + y.bound <= MAX_BOUND:
            choices |= {"arith.addf": x.bound + y.bound, "arith.subf": x.bound + y.bound}
        if x.bound * y.bound <= MAX_BOUND:
            choices["arith.mulf"] = x.bound * y.bound
        name = self.rng.choice([*sorted(choices), "divide", "select", "copysign"])
        if name == "divide":
            below = self.plus_one(self.magnitude(y))
            return self.op("arith.divf", [x, below], x.bound, False)
        if name == "select":
            return self.select(x, y)
        if name == "copysign":
            return self.op("math.copysign", [x, y], x.bound, x.exact) if y.exact else x
        moves = "m" in name.split(".")[1][:1] and name != "arith.mulf"
        exact = x.exact and y.exact and (moves or x.kind == "f32")
        return self.op(name, [x, y], choices[name], exact)

    def select(self, x: Scalar, y: Scalar) -> Scalar:
        """A comparison of exact values, else x."""
        if not (x.exact and y.exact):
            return x
        if x.isFloat:
            test = "arith.cmpf " + self.rng.choice(["olt", "ogt", "ole", "une", "oeq", "ult"])
        else:
            test = "arith.cmpi " + self.rng.choice(["slt", "sge", "eq", "ne", "ult", "uge"])
        holds = self.b.fresh()
        self.b.emit(f"{holds} = {test}, {x.name}, {y.name} : {x.kind}")
        name = self.b.fresh()
        self.b.emit(f"{name} = arith.select {holds}, {y.name}, {x.name} : {x.kind}")
        return Scalar(name, x.kind, max(x.bound, y.bound), True)

    # --- Integers -------------------------------------------------------------

    def int_unary(self, x: Scalar) -> Scalar:
        bits = width(x.kind)
        amount = self.constant(self.rng.randrange(1, bits), x.kind)
        divisor = self.constant(self.rng.choice([2, 3, 5, 7]), x.kind)
        full = 2.0 ** (bits - 1)
        choices = [("arith.shli", amount, full), ("arith.shrsi", amount, x.bound),
                   ("arith.shrui", amount, full), ("arith.divsi", divisor, x.bound),
                   ("arith.remsi", divisor, 7), ("arith.divui", divisor, full),
                   ("arith.remui", divisor, 7), ("arith.floordivsi", divisor, x.bound + 1),
                   ("arith.ceildivsi", divisor, x.bound + 1), ("math.absi", None, x.bound),
                   ("arith.andi", self.constant(7, x.kind), 7)]
        name, other, bound = self.rng.choice(choices)
        return self.op(name, [x, other] if other else [x], bound, True)

    def int_binary(self, x: Scalar, y: Scalar) -> Scalar:
        high, full = max(x.bound, y.bound), 2.0 ** (width(x.kind) - 1)
        choices = {"arith.addi": x.bound + y.bound, "arith.subi": x.bound + y.bound,
                   "arith.muli": x.bound * y.bound, "arith.maxsi": high,
                   "arith.minsi": high, "arith.maxui": full, "arith.minui": full,
                   "arith.andi": full, "arith.ori": full, "arith.xori": full, "select": high}
        name = self.rng.choice(sorted(choices))
        if name == "select":
            return self.select(x, y)
        return self.op(name, [x, y], min(choices[name], full), True)

    def bit_binary(self, x: Scalar, y: Scalar) -> Scalar:
        name = self.rng.choice(["arith.andi", "arith.ori", "arith.xori"])
        return self.op(name, [x, y], 1, True)

    # --- Both kinds -----------------------------------------------------------

    def unary(self, x: Scalar) -> Scalar:
        if x.kind == "i1":
            return self.bit_binary(x, self.constant(1, "i1"))
        return self.float_unary(x) if x.isFloat else self.int_unary(x)

    def binary(self, x: Scalar, y: Scalar) -> Scalar:
        if x.kind == "i1":
            return self.bit_binary(x, y)
        return self.float_binary(x, y) if x.isFloat else self.int_binary(x, y)

    def tree(self, leaves: list[Scalar], steps: int) -> Scalar:
        """Uses every leaf; all leaves have one type."""
        values = list(leaves)
        while len(values) > 1:
            y = values.pop(self.rng.randrange(len(values)))
            x = values.pop(self.rng.randrange(len(values)))
            values.append(self.binary(x, y))
        result = values[0]
        for _ in range(steps):
            result = self.unary(result) if self.rng.random() < 0.6 else \
                self.binary(result, self.rng.choice(leaves))
        return result

#!/usr/bin/env python3
#===- test/Integration/Random/operations.py - every operation and type --------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Every operation of the arith and math dialects on every element type.

    operations.py TYPE [OPERATION]...    print the program

A program applies all operations to elements of one type. Types without a NumPy
equivalent (i4, i7, index, small floats) exist inside the program only: elements are
converted at its boundary. Arguments stay in the domain of the operation:
shift counts below the width, nonzero divisors, floats in the range
of the integer.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from builder import Builder, Program  # noqa: E402
from operation_tables import (EXTENDED, FLOAT_OPERATIONS, FLOAT_PREDICATES, FLOATS,  # noqa: E402
                              INTEGER_OPERATIONS, INTEGER_PREDICATES, INTEGERS, TYPES,
                              bits)

SHAPE = (3, 21)


# --- Elements -----------------------------------------------------------------

class Elements:
    """Emits scalar operations on the elements of a generic's body."""

    def __init__(self, builder: Builder, kind: str):
        self.b, self.kind = builder, kind

    def constant(self, number, kind=None) -> str:
        kind = kind or self.kind
        if kind == "i1":
            return self.b.scalar(number, kind)
        name = self.b.fresh()
        text = f"{float(number)!r}" if is_float_kind(kind) else str(int(number))
        self.b.emit(f"{name} = arith.constant {text} : {kind}")
        return name

    def op(self, text: str, result: str = "") -> str:
        name = self.b.fresh()
        self.b.emit(f"{name} = {text} : {result or self.kind}")
        return name

    def operand(self, what: str, x: str) -> str:
        """Maps any element to the domain of the operation."""
        if is_float_kind(self.kind):
            return self.float_operand(what, x)
        if what == "c":
            return self.op(f"arith.remui {x}, {self.constant(bits(self.kind) - 1)}") \
                if bits(self.kind) > 2 else self.constant(0)
        if what == "d":
            return self.nonzero(x)
        if what == "e" and bits(self.kind) == 1:
            return self.constant(0)
        if what == "e":
            return self.op(f"arith.andi {x}, {self.constant(3)}")
        return x

    def nonzero(self, x: str) -> str:
        """Sets the lowest bit and excludes -1: INT_MIN / -1 is
        undefined."""
        if bits(self.kind) == 1:
            return self.constant(1)
        cut = self.op(f"arith.andi {x}, {self.constant(2 ** (bits(self.kind) - 1) - 1)}") \
            if self.kind != "index" else \
            self.op(f"arith.andi {x}, {self.constant(2 ** 31 - 1)}")
        return self.op(f"arith.ori {cut}, {self.constant(1)}")

    def float_operand(self, what: str, x: str) -> str:
        if what == "a":
            return x
        if what == "d":
            magnitude = self.op(f"math.absf {x}")
            big = self.op(f"arith.maximumf {magnitude}, {self.constant(0.5)}")
            return self.op(f"math.copysign {big}, {x}")
        if what in "pg":
            least = self.constant(0.0625 if what == "p" else 1.5)
            return self.op(f"arith.maximumf {self.op(f'math.absf {x}')}, {least}")
        low, high = (-1.0, 1.0) if what == "u" else (-0.875, 0.875)
        cut = self.op(f"arith.minimumf {x}, {self.constant(high)}")
        return self.op(f"arith.maximumf {cut}, {self.constant(low)}")


def is_float_kind(kind: str) -> bool:
    return kind in FLOATS


# --- One operation ------------------------------------------------------------

def operations(kind: str) -> list[str]:
    if is_float_kind(kind):
        return [*FLOAT_OPERATIONS, *(f"arith.cmpf {p}" for p in FLOAT_PREDICATES),
                "arith.select", "math.clampf", "math.sincos",
                *(["math.fpowi"] if bits(kind) >= 16 else []),    # products, each rounded
                *(f"to {k}" for k in TYPES if convertible(kind, k)),
                *(f"bits {k}" for k in INTEGERS[:-1] if bits(k) == bits(kind))]
    extended = EXTENDED if kind not in ("index",) else ()
    return [*INTEGER_OPERATIONS, *extended,
            *(f"arith.cmpi {p}" for p in INTEGER_PREDICATES), "arith.select",
            *(f"to {k}" for k in TYPES if convertible(kind, k))]


def convertible(kind: str, other: str) -> bool:
    if kind == other or "index" in (kind, other) and (is_float_kind(kind) or
                                                      is_float_kind(other)):
        return False
    if is_float_kind(kind) and is_float_kind(other):
        return bits(kind) != bits(other)
    return True


def conversions(kind: str, other: str) -> list[str]:
    if "index" in (kind, other):
        return ["arith.index_cast", "arith.index_castui"]
    if is_float_kind(kind) and is_float_kind(other):
        return ["arith.extf" if bits(other) > bits(kind) else "arith.truncf"]
    if is_float_kind(kind):
        return ["arith.fptosi", "arith.fptoui"] if bits(other) >= 4 else ["arith.fptoui"]
    if is_float_kind(other):
        return ["arith.sitofp", "arith.uitofp"]
    return ["arith.trunci"] if bits(other) < bits(kind) else ["arith.extsi", "arith.extui"]


class Case:
    """Emits one operation; returns the names and types of its results."""

    def __init__(self, elements: Elements, name: str, x: str, y: str):
        self.e, self.name, self.x, self.y = elements, name, x, y
        self.kind = elements.kind

    def results(self) -> list[tuple[str, str]]:
        first, _, second = self.name.partition(" ")
        special = {"to": self.conversions, "bits": self.bitcast,
                   "arith.cmpi": self.compare, "arith.cmpf": self.compare,
                   "arith.select": self.select, "math.clampf": self.clamp,
                   "math.fpowi": self.power, "math.sincos": self.sincos}
        if first in special:
            return special[first](second)
        if first in EXTENDED:
            return self.extended(first)
        return self.plain(first)

    def plain(self, name):
        table = FLOAT_OPERATIONS if is_float_kind(self.kind) else INTEGER_OPERATIONS
        domain, _, result = table[name].partition(":")
        sources = [self.x, self.y, self.x]
        operands = [self.e.operand(what, x) for what, x in zip(domain, sources)]
        return [(self.e.op(f"{name} {', '.join(operands)}"), result or self.kind)]

    def extended(self, name):
        pair = self.e.b.fresh()
        other = "i1" if name == "arith.addui_extended" else self.kind
        types = f"{self.kind}, i1" if other == "i1" and "addui" in name else self.kind
        self.e.b.emit(f"{pair}:2 = {name} {self.x}, {self.y} : {types}")
        return [(f"{pair}#0", self.kind), (f"{pair}#1", other)]

    def compare(self, predicate):
        op = self.name.split()[0]
        return [(self.e.op(f"{op} {predicate}, {self.x}, {self.y}"), "i1")]

    def select(self, _):
        test = "arith.cmpf olt" if is_float_kind(self.kind) else "arith.cmpi slt"
        holds = self.e.op(f"{test}, {self.x}, {self.y}")
        return [(self.e.op(f"arith.select {holds}, {self.y}, {self.x}"), self.kind)]

    def clamp(self, _):
        low, high = self.e.constant(-0.5), self.e.constant(1.5)
        return [(self.e.op(f"math.clampf {self.x} to [{low}, {high}]"), self.kind)]

    def power(self, _):
        exponent = self.e.constant(3, "i32")
        return [(self.e.op(f"math.fpowi {self.x}, {exponent}", f"{self.kind}, i32"),
                 self.kind)]

    def sincos(self, _):
        pair = [self.e.b.fresh(), self.e.b.fresh()]
        self.e.b.emit(f"{pair[0]}, {pair[1]} = math.sincos {self.x} : {self.kind}")
        return [(name, self.kind) for name in pair]

    def bitcast(self, other):
        return [(self.e.op(f"arith.bitcast {self.x}", f"{self.kind} to {other}"), other)]

    def conversions(self, other):
        results = []
        for name in conversions(self.kind, other):
            x = self.x
            if is_float_kind(self.kind) and not is_float_kind(other):
                x = self.in_range(x, name, other)
            results.append((self.e.op(f"{name} {x}", f"{self.kind} to {other}"), other))
        return results

    def in_range(self, x, name, other):
        high = min(2 ** (bits(other) - (name == "arith.fptosi")) - 1, 15)
        low = 0 if name == "arith.fptoui" else -high
        cut = self.e.op(f"arith.minimumf {x}, {self.e.constant(high)}")
        return self.e.op(f"arith.maximumf {cut}, {self.e.constant(low)}")


# --- Programs -----------------------------------------------------------------

def carrier(kind: str) -> str:
    """An array type that contains all elements of `kind`."""
    if is_float_kind(kind):
        return kind if bits(kind) >= 16 else "f32"
    if kind == "index":
        return "i64"
    return next(k for k in ("i1", "i8", "i16", "i32", "i64") if bits(k) >= bits(kind))


def carried(e: Elements, x: str, kind: str, to: str) -> str:
    """Converts x to the carrier's element type or back."""
    if kind == to:
        return x
    if "index" in (kind, to):
        name = "arith.index_cast"
    elif is_float_kind(kind):
        name = "arith.extf" if bits(to) > bits(kind) else "arith.truncf"
    else:
        name = "arith.extsi" if bits(to) > bits(kind) else "arith.trunci"
    return e.op(f"{name} {x}", f"{kind} to {to}")


def generate(kind: str, names) -> Program:
    b = Builder(random.Random(kind))
    e = Elements(b, kind)
    outer = carrier(kind)
    x, y = (b.argument(SHAPE, outer, bound(kind)) for _ in range(2))
    results = []
    for name in names:
        for place in range(len(probe(kind, name))):
            results.append(emit_generic(b, e, name, place, (x, y), outer))
    return b.program(results, 1)


def probe(kind, name):
    """Types of the results."""
    b = Builder(random.Random(0))
    return [k for _, k in Case(Elements(b, kind), name, "%x", "%y").results()]


def emit_generic(b, e, name, place, operands, outer):
    result = probe(e.kind, name)[place]
    init = b.empty(SHAPE, carrier(result))

    def body(names):
        inner = [carried(e, n, outer, e.kind) for n in names[:2]]
        value, kind = Case(e, name, *inner).results()[place]
        return carried(e, value, kind, carrier(kind))

    return b.generic(list(operands), init, [["d0", "d1"]] * 3, ["parallel"] * 2, body,
                     1, False)


def bound(kind: str) -> float:
    if is_float_kind(kind):
        return 3
    return min(2 ** (bits(kind) - 1) - 1, 2 ** 40) if bits(kind) > 1 else 1


if __name__ == "__main__":
    print(generate(sys.argv[1], sys.argv[2:] or operations(sys.argv[1])).text, end="")

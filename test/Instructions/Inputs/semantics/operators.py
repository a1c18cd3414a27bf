#===- operators.py - what the elementwise operators compute ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A second implementation of elementwise operations, written from docs/contracts.md
("Numerics") and MLIR's documentation, independently of the simulator. The description
names the operation of each operator (mlir_float, mlir_int), so that a new operator
whose operation is one of MLIR's needs no change here.

Functions on floats take and return float64; the caller rounds to the format. Two
roundings equal one for +, -, *, / and sqrt, because 53 >= 2 * 24 + 2. For the same
reason the sum of fma() is rounded to odd."""

import ctypes
import ctypes.util

import numpy as np

_LIBM = ctypes.CDLL(ctypes.util.find_library("m"))


def _libm(name, arity=1):
    """Calls the host's libm on float64: NumPy has transcendentals of its own."""
    function = getattr(_LIBM, name)
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * arity
    return np.vectorize(function, otypes=[np.float64])


def _maximum(a, b):
    """NaN if an operand is NaN; -0 < +0."""
    zeros = (a == 0) & (b == 0)
    both_minus = np.signbit(a) & np.signbit(b)
    larger = np.where(zeros, np.where(both_minus, -0.0, 0.0), np.maximum(a, b))
    return np.where(np.isnan(a) | np.isnan(b), np.nan, larger)


def _minimum(a, b):
    return -_maximum(-a, -b)


def fma(a, b, c):
    """a * b + c for factors of at most 24 bits: their product is exact."""
    product = a * b
    total = product + c
    # Knuth's two-sum: total + error = product + c.
    virtual = total - product
    error = (product - (total - virtual)) + (c - virtual)
    inexact = np.isfinite(total) & (error != 0)
    bits = total.view(np.int64)
    rounded_up = np.signbit(error) != np.signbit(total)
    odd = (np.where(rounded_up, bits - 1, bits) | 1).view(np.float64)
    return np.where(inexact, odd, total)


def _number(choose):
    """If one operand is NaN, the result is the other one."""
    return lambda a, b: np.where(np.isnan(a), b, np.where(np.isnan(b), a, choose(a, b)))


# MLIR's operations on floats. Those with the name of a function of libm are added
# below.
FLOAT = {
    "arith.addf": np.add, "arith.subf": np.subtract, "arith.mulf": np.multiply,
    "arith.divf": np.divide, "arith.remf": np.fmod, "arith.negf": np.negative,
    "arith.maximumf": _maximum, "arith.minimumf": _minimum,
    "arith.maxnumf": _number(_maximum), "arith.minnumf": _number(_minimum),
    "math.fma": fma, "math.absf": np.abs, "math.copysign": np.copysign,
    "math.floor": np.floor, "math.ceil": np.ceil, "math.trunc": np.trunc,
    "math.roundeven": np.rint, "math.sqrt": np.sqrt,
    "math.rsqrt": lambda x: 1 / np.sqrt(x),
    "math.round": lambda x: np.trunc(x + np.copysign(0.5, x)),
    "math.powf": _libm("pow", 2), "math.atan2": _libm("atan2", 2),
}
FLOAT |= {f"math.{name}": _libm(name) for name in (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "erf",
    "erfc", "exp", "exp2", "expm1", "log", "log10", "log1p", "log2", "sin", "sinh",
    "tan", "tanh")}

# On int64; the caller reduces the result modulo 2^bits.
INTEGER = {
    "arith.addi": np.add, "arith.subi": np.subtract, "arith.muli": np.multiply,
    "arith.maxsi": np.maximum, "arith.minsi": np.minimum, "math.absi": np.abs,
    "arith.andi": np.bitwise_and, "arith.ori": np.bitwise_or,
    "arith.xori": np.bitwise_xor,
    "arith.shli": lambda a, b: a << (b & 31),
    "arith.shrsi": lambda a, b: a >> (b & 31),
}
# On unsigned operands.
UNSIGNED = {
    "arith.maxui": np.maximum, "arith.minui": np.minimum,
    "arith.shrui": lambda a, b: a >> (b & 31),
}
# Operators without an operation in MLIR, by their names. 32-bit integers are exact in
# float64.
UNNAMED = {
    "RoundShift": lambda a, b: np.rint(np.ldexp(
        a.astype(np.float64), -(b & 31).astype(np.int32))).astype(np.int64),
}
_ORDERED = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
            "gt": np.greater, "ge": np.greater_equal}


def comparison(facts, is_float):
    """The comparison of an operator, and whether it is on unsigned integers. NaN is
    unordered."""
    predicate = facts["mlir_float" if is_float else "mlir_int"].partition(" ")[2]
    ordered = _ORDERED[predicate[-2:]]
    unordered = predicate[0] == "u"
    if not is_float:
        return ordered, unordered
    return lambda a, b: np.where(np.isnan(a) | np.isnan(b), unordered,
                                 ordered(a, b)), False


class NoReference(Exception):
    """An operator without an implementation."""

    def __init__(self, name):
        super().__init__(f"no function here computes the operator '{name}'; add it to "
                         "test/Instructions/Inputs/semantics/operators.py")


def function(facts, is_float):
    """The implementation of an operator, and whether it is on unsigned integers."""
    name = facts["mlir_float" if is_float else "mlir_int"]
    for table in [FLOAT] if is_float else [INTEGER, UNSIGNED]:
        if name in table:
            return table[name], table is UNSIGNED
    if facts["record"] in UNNAMED:
        return UNNAMED[facts["record"]], False
    raise NoReference(facts["record"])

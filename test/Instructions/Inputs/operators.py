#===- operators.py - what the elementwise operators compute ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The operators of td/Schema/Operators.td a second time, written from
docs/contracts.md ("Numerics") and not from the simulator.

Float operators take and give float64; the caller rounds to the format. Twice
rounded is once rounded for +, -, *, / and sqrt, because 53 >= 2 * 24 + 2. The
sum of fma() is rounded to odd for the same effect."""

import ctypes
import ctypes.util

import numpy as np

_LIBM = ctypes.CDLL(ctypes.util.find_library("m"))


def _libm(name):
    """The host's libm on float64: NumPy has transcendentals of its own."""
    function = getattr(_LIBM, name)
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double]
    return np.vectorize(function, otypes=[np.float64])


def _maximum(a, b):
    """NaN if either is; -0 < +0."""
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


FLOAT = {
    "Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.divide,
    "Max": _maximum, "Min": _minimum, "Fma": fma,
    "Abs": np.abs, "Floor": np.floor, "Round": np.rint,
    "Exp": _libm("exp"), "Log": _libm("log"), "Sqrt": np.sqrt,
    "Rsqrt": lambda x: 1 / np.sqrt(x),
    "Tanh": _libm("tanh"), "Erf": _libm("erf"),
    "Sin": _libm("sin"), "Cos": _libm("cos"),
}

# On int64; the caller wraps. Logical operators see the operand without sign.
INTEGER = {
    "Add": np.add, "Sub": np.subtract, "Mul": np.multiply,
    "Max": np.maximum, "Min": np.minimum, "Abs": np.abs,
    "And": np.bitwise_and, "Or": np.bitwise_or, "Xor": np.bitwise_xor,
    "Shl": lambda a, b: a << (b & 31),
    "Sra": lambda a, b: a >> (b & 31),
    # Exact: integers of 32 bits in float64.
    "RoundShift": lambda a, b: np.rint(np.ldexp(
        a.astype(np.float64), -(b & 31).astype(np.int32))).astype(np.int64),
}
UNSIGNED = {
    "MaxU": np.maximum, "MinU": np.minimum,
    "Shr": lambda a, b: a >> (b & 31),
}
COMPARISON = {
    "Eq": np.equal, "Ne": np.not_equal, "Lt": np.less, "Le": np.less_equal, "Gt": np.greater,
}

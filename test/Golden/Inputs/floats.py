#===- floats.py - handwritten element formats and rounding -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""docs/contracts.md, numerics, in NumPy, for the result vectors of this folder. Independent of
td/ and of the numerics of other tests.

Elements are arrays of stored bits (unsigned integers). For each format: number()
gives float32 or int64, bits() rounds once, to nearest even, and writes the one
NaN that arithmetic produces."""

import ctypes
import ctypes.util

import numpy as np

SIZE = {"f32": 4, "i32": 4, "bf16": 2, "f16": 2, "i8": 1, "u8": 1, "e4m3": 1,
        "e5m2": 1, "b": 1, "h": 2, "w": 4}
FLOATS = ["f32", "bf16", "f16", "e4m3", "e5m2"]
NAN = {"f32": 0x7FC00000, "bf16": 0x7FC0, "f16": 0x7E00, "e4m3": 0x7F, "e5m2": 0x7E}


def stored(fmt: str):
    return np.dtype(f"u{SIZE[fmt]}")


# --- Numbers of bits ----------------------------------------------------------

def number(fmt: str, bits):
    if fmt == "f32":
        return bits.view(np.float32)
    if fmt == "f16":
        return bits.view(np.float16).astype(np.float32)
    if fmt == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32)
    if fmt in EIGHT:
        return EIGHT[fmt][bits]
    signed = {"i32": np.int32, "i8": np.int8, "u8": np.uint8}[fmt]
    return bits.view(signed).astype(np.int64)


def _eight(exponent: int, mantissa: int, specials: dict):
    """All 256 numbers of an 8-bit format: sign, exponent, mantissa."""
    table = np.zeros(256, np.float32)
    bias = (1 << exponent - 1) - 1
    for code in range(128):
        field, fraction = code >> mantissa, code & (1 << mantissa) - 1
        if field:
            value = (1 + fraction / 2 ** mantissa) * 2.0 ** (field - bias)
        else:
            value = fraction / 2 ** mantissa * 2.0 ** (1 - bias)
        table[code] = specials.get(code, value)
        table[code + 128] = -table[code]
    return table


EIGHT = {"e4m3": _eight(4, 3, {0x7F: np.nan}),
         "e5m2": _eight(5, 2, {0x7C: np.inf, 0x7D: np.nan, 0x7E: np.nan,
                               0x7F: np.nan})}
# The first magnitude out of range, with an unbounded exponent, and its
# representation: NaN in e4m3, infinity in e5m2.
BEYOND = {"e4m3": (0x7F, 480.0, 0x7F), "e5m2": (0x7C, 65536.0, 0x7C)}


# --- Bits of numbers ----------------------------------------------------------

def bits(fmt: str, numbers):
    """Rounds float32 to a float format; integers modulo 2^n to an integer format."""
    if fmt not in FLOATS:
        mask = (1 << 8 * SIZE[fmt]) - 1
        return (np.asarray(numbers).astype(np.int64) & mask).astype(stored(fmt))
    numbers = np.asarray(numbers, np.float32)
    if fmt == "f32":
        result = numbers.view(np.uint32)
    elif fmt == "f16":
        result = numbers.astype(np.float16).view(np.uint16)
    elif fmt == "bf16":
        wide = numbers.view(np.uint32).astype(np.uint64)
        result = (wide + 0x7FFF + (wide >> 16 & 1) >> 16).astype(np.uint16)
    else:
        result = _eight_bits(fmt, numbers)
    return np.where(np.isnan(numbers), NAN[fmt], result).astype(stored(fmt))


def _eight_bits(fmt, numbers):
    codes, beyond, overflow = BEYOND[fmt]
    grid = np.append(EIGHT[fmt][:codes].astype(np.float64), beyond)
    size = np.abs(np.nan_to_num(numbers, nan=0.0, posinf=1e30, neginf=-1e30))
    size = np.minimum(size.astype(np.float64), beyond)
    above = np.searchsorted(grid, size).clip(1)
    below = above - 1
    middle = (grid[above] + grid[below]) / 2
    up = (size > middle) | (size == middle) & (above % 2 == 0)
    code = np.where(up, above, below)
    code = np.where(code == codes, overflow, code)
    nan = (code == NAN[fmt]) & (fmt == "e4m3")
    return np.where(nan, code, code | np.signbit(numbers).astype(np.int64) << 7)


def to_integer(fmt: str, numbers):
    """Rounds to nearest even, and saturates; NaN becomes 0."""
    low, high = {"i32": (-2**31, 2**31 - 1), "i8": (-128, 127), "u8": (0, 255)}[fmt]
    whole = np.nan_to_num(np.asarray(numbers, np.float64), nan=0.0,
                          posinf=2.0**40, neginf=-2.0**40)
    return np.clip(np.rint(whole), low, high).astype(np.int64)


# --- Operators ----------------------------------------------------------------

def maximum(fmt: str, a, b):
    """Compares bits. Equal numbers differ at most in the sign of zero."""
    x, y = number(fmt, a), number(fmt, b)
    result = np.where(x > y, a, np.where(y > x, b, a & b))
    return _nan_if(fmt, x, y, result)


def minimum(fmt: str, a, b):
    x, y = number(fmt, a), number(fmt, b)
    result = np.where(x < y, a, np.where(y < x, b, a | b))
    return _nan_if(fmt, x, y, result)


def _nan_if(fmt, x, y, result):
    nan = np.isnan(x) | np.isnan(y)
    return np.where(nan, NAN.get(fmt, 0), result).astype(stored(fmt))


_LIBM = ctypes.CDLL(ctypes.util.find_library("m"))


def of_library(name: str):
    """A function of the C library, evaluated on float64."""
    function = getattr(_LIBM, name)
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double]
    return np.vectorize(function, otypes=[np.float64])


def in_double(function):
    """float(f((double)x))"""
    return lambda x: function(x.astype(np.float64)).astype(np.float32)


_fmaf = _LIBM.fmaf
_fmaf.restype, _fmaf.argtypes = ctypes.c_float, [ctypes.c_float] * 3
fma = np.vectorize(_fmaf, otypes=[np.float32])

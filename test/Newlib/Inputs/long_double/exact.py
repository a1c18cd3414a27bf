# ===- exact.py - exact numbers --------------------------------------------=== #
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------=== #
"""Numbers that are an integer times a power of two, and their rounding to formats of
IEEE 754."""

LOWEST = -16494  # the exponent of the smallest number
QUAD, DOUBLE, SINGLE = (113, -16494, 16384), (53, -1074, 1024), (24, -149, 128)
NAN, INFINITE = "nan", "infinite"


class Value:
    """A class or m * 2^e, and a sign."""

    def __init__(self, negative, m, e=0):
        self.negative, self.m, self.e = negative, m, e

    def __eq__(self, other):
        if NAN in (self.m, other.m):
            return self.m == other.m
        if self.negative != other.negative or INFINITE in (self.m, other.m):
            return (self.negative, self.m) == (other.negative, other.m)
        return dyadic(self) == dyadic(other)

    def __str__(self):
        magnitude = f"{self.m:#x}*2^{self.e}" if self.finite else self.m
        return ("-" if self.negative else "+") + magnitude

    finite = property(lambda self: isinstance(self.m, int))


def decode(text):
    bits = int(text, 16)
    negative, exponent, fraction = bits >> 127, bits >> 112 & 0x7FFF, bits & (1 << 112) - 1
    if exponent == 0x7FFF:
        return Value(negative, NAN if fraction else INFINITE)
    return Value(negative, fraction + (bool(exponent) << 112), max(exponent, 1) - 1 + LOWEST)


def dyadic(x):
    """The signed (m, e) with the greatest e; exact."""
    if not x.m:
        return 0, 0
    zeros = (x.m & -x.m).bit_length() - 1
    return (-x.m if x.negative else x.m) >> zeros, x.e + zeros


def aligned(*values):
    """Integers of a common exponent, and it."""
    pairs = [dyadic(x) for x in values]
    e = min((e for m, e in pairs if m), default=0)
    return [m << (pe - e) if m else 0 for m, pe in pairs], e


def rounded(negative, m, e, format=QUAD):
    """m * 2^e to nearest, ties to even."""
    precision, lowest, limit = format
    shift = max(m.bit_length() - precision, lowest - e)
    if shift > 0:
        rest, half = m & (1 << shift) - 1, 1 << shift - 1
        m >>= shift
        m += rest > half or (rest == half and m & 1)
        e += shift
    return Value(negative, INFINITE) if m and m.bit_length() + e > limit else Value(negative, m, e)


def signed(m, e, zero_is_negative=0):
    return rounded(m < 0 if m else zero_is_negative, abs(m), e)

# ===- functions.py - functions of C on exact numbers ----------------------=== #
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------=== #
"""The functions of C on exact numbers. Results are computed exactly, with integers, and
rounded once. Functions that set errno return it last."""

from math import isqrt

from exact import INFINITE, NAN, QUAD, Value, aligned, dyadic, rounded, signed

EDOM, ERANGE = 33, 34
INT_MAX = 2**31 - 1
NOT = Value(0, NAN)


# ===-- Integers ------------------------------------------------------------=== #


def floor_and_rest(x):
    """The integer below |x|, and 0, 1, 2, 3 for a fraction 0, < 1/2, 1/2, > 1/2."""
    if x.e >= 0:
        return x.m << x.e, 0
    whole, rest = x.m >> -x.e, 2 * (x.m & (1 << -x.e) - 1)
    return whole, (0 if not rest else 2 + (rest > 1 << -x.e) - (rest < 1 << -x.e))


ROUND = {
    "trunc": lambda whole, rest, negative: False,
    "floor": lambda whole, rest, negative: rest and negative,
    "ceil": lambda whole, rest, negative: rest and not negative,
    "round": lambda whole, rest, negative: rest >= 2,
    "rint": lambda whole, rest, negative: rest == 3 or (rest == 2 and whole & 1),
}
ROUND["nearbyint"] = ROUND["rint"]


def to_integer(rule, x):
    if not x.finite:
        return x
    whole, rest = floor_and_rest(x)
    return Value(x.negative, whole + bool(ROUND[rule](whole, rest, x.negative)))


def to_long(rule, x):
    """Saturated as the target's conversions; NaN is 0."""
    x = to_integer(rule, x)
    if x.m == NAN:
        return 0
    value = 2**200 if x.m == INFINITE else x.m
    return max(-(2**63), min(2**63 - 1, -value if x.negative else value))


# ===-- Exponents -----------------------------------------------------------=== #


def logb(x):
    e = x.m.bit_length() - 1 + x.e if x.finite and x.m else None
    return Value(e < 0, abs(e)) if e is not None else Value(1, INFINITE) if x.finite else Value(0, x.m)


def ilogb(x):
    if x.finite:
        return x.m.bit_length() - 1 + x.e if x.m else -INT_MAX
    return INT_MAX


def frexp(x):
    if not x.finite or not x.m:
        return x, 0
    return Value(x.negative, x.m, -x.m.bit_length()), x.m.bit_length() + x.e


def modf(x):
    if not x.finite:
        return (Value(x.negative, 0) if x.m == INFINITE else x), x
    whole, _ = floor_and_rest(x)
    rest = x.m & (1 << -x.e) - 1 if x.e < 0 else 0
    return Value(x.negative, rest, x.e), Value(x.negative, whole)


def scalb(x, n):
    n = max(-40000, min(40000, n))
    return rounded(x.negative, x.m, x.e + n) if x.finite else x


def ldexp(x, n):
    result = scalb(x, n)
    return result, ERANGE if x.finite and x.m and result.m in (0, INFINITE) else 0


# ===-- Order ---------------------------------------------------------------=== #


def compare(x, y):
    """Negative, 0 or positive; both zeros are equal."""
    if not x.finite and x == y:
        return 0
    for z, sign in ((x, 1), (y, -1)):
        if not z.finite:
            return -sign if z.negative else sign
    (a, b), _ = aligned(x, y)
    return (a > b) - (a < b)


def fmax(x, y):
    """Positive zeros are the greater."""
    if NAN in (x.m, y.m):
        return y if x.m == NAN else x
    return x if (compare(x, y) or y.negative - x.negative) > 0 else y


def fmin(x, y):
    if NAN in (x.m, y.m):
        return y if x.m == NAN else x
    return y if fmax(x, y) is x else x


def fdim(x, y):
    if NAN in (x.m, y.m):
        return NOT, 0
    if compare(x, y) <= 0:
        return Value(0, 0), 0
    if not x.finite or not y.finite:
        return Value(0, INFINITE), 0
    (a, b), e = aligned(x, y)
    result = signed(a - b, e)
    return result, ERANGE if result.m == INFINITE else 0


def toward(x, y, format=QUAD):
    """The neighbor: the exact sum of x and less than its last bit, truncated."""
    if NAN in (x.m, y.m):
        return NOT
    if compare(x, y) == 0:
        return y
    precision, lowest, limit = format
    if x.finite and not x.m:
        return Value(y.negative, 1, lowest)
    grows = (compare(x, y) < 0) == (not x.negative)
    if x.m == INFINITE:
        return Value(x.negative, (1 << precision) - 1, limit - precision)
    m, e = abs(dyadic(x)[0]), dyadic(x)[1]
    shift = min(precision - m.bit_length(), e - lowest)
    m, e = m << shift, e - shift
    if grows:
        return rounded(x.negative, m + 1, e, format)
    if m == 1 << precision - 1 and e > lowest:
        m, e = 2 * m, e - 1
    return Value(x.negative, m - 1, e)


# ===-- Arithmetic ----------------------------------------------------------=== #


def sqrt(x):
    if x.m == NAN or not x.m:
        return x, 0
    if x.negative:
        return NOT, EDOM
    if x.m == INFINITE:
        return x, 0
    return root(x.m, x.e), 0


def root(m, e):
    shift = max(0, 260 - m.bit_length())
    shift += (e - shift) & 1
    m, e = m << shift, e - shift
    return rounded(0, 2 * isqrt(m) + (isqrt(m) ** 2 != m), e // 2 - 1)


def hypot(x, y):
    if INFINITE in (x.m, y.m):
        return Value(0, INFINITE), 0
    if NAN in (x.m, y.m):
        return NOT, 0
    (a, b), e = aligned(x, y)
    result = root(a * a + b * b, 2 * e)
    return result, ERANGE if result.m == INFINITE else 0


def fma(x, y, z):
    negative = x.negative ^ y.negative
    if NAN in (x.m, y.m, z.m) or (INFINITE in (x.m, y.m) and 0 in (x.m, y.m)):
        return NOT
    if INFINITE in (x.m, y.m):
        return NOT if z.m == INFINITE and z.negative != negative else Value(negative, INFINITE)
    if z.m == INFINITE:
        return z
    product = Value(negative, x.m * y.m, x.e + y.e)
    (a, b), e = aligned(product, z)
    return signed(a + b, e, product.negative & z.negative)


def divide(x, y, nearest):
    """The remainder, the quotient and errno."""
    if NAN in (x.m, y.m):
        return NOT, 0, 0
    if x.m == INFINITE or y.m == 0:
        return NOT, 0, EDOM
    if y.m == INFINITE or x.m == 0:
        return x, 0, 0
    (a, b), e = aligned(Value(0, x.m, x.e), Value(0, y.m, y.e))
    quotient, rest = divmod(a, b)
    if nearest and (2 * rest > b or (2 * rest == b and quotient & 1)):
        quotient, rest = quotient + 1, rest - b
    result = signed(-rest if x.negative else rest, e, x.negative)
    return result, -quotient if x.negative != y.negative else quotient, 0


def remquo(x, y, found):
    """The last three bits of the quotient and its sign count."""
    result, quotient, error = divide(x, y, True)
    agrees = abs(found) % 8 == abs(quotient) % 8 and found * quotient >= 0
    return result, found if agrees else quotient, error

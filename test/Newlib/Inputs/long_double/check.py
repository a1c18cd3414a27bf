# ===- check.py - check functions of long double ---------------------------=== #
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------=== #
"""Checks the output of long_double.c: bits of arguments and of results. Prints wrong
results and the number of all."""

import sys
from collections import Counter
from fractions import Fraction

import functions as f
from exact import DOUBLE, INFINITE, NAN, SINGLE, Value, decode

# ===-- Classes and text ----------------------------------------------------=== #


def classify(x):
    normal = x.finite and x.m >= 1 << 112
    kind = {NAN: 0, INFINITE: 1, 0: 2}.get(x.m, 4 if normal else 3)
    flags = [x.m == NAN, x.m == INFINITE, x.finite, normal, x.negative]
    return [kind] + [int(flag) for flag in flags + flags[:2]]


def comparisons(x, y):
    if NAN in (x.m, y.m):
        return [0, 0, 0, 0, 0, 1]
    c = f.compare(x, y)
    return [int(flag) for flag in (c < 0, c <= 0, c > 0, c >= 0, c != 0, False)]


def decimal(value, digits):
    """The value, rounded to digits."""
    exponent = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000 - 2
    while value >= Fraction(10) ** (exponent + 1):
        exponent += 1
    unit = Fraction(10) ** (exponent - digits + 1)
    return round(value / unit) * unit


def hexadecimal(text):
    mantissa, exponent = text[2:].split("p")
    whole, _, fraction = mantissa.partition(".")
    return Fraction(int(whole + fraction, 16)) * Fraction(2) ** (int(exponent) - 4 * len(fraction))


def check_text(x, shown, exact, rough, parsed):
    sign = "-" if x.negative else ""
    if not x.finite:
        expected = "nan" if x.m == NAN else sign + "inf"
        return all(t.lstrip("-" if x.m == NAN else "") == expected for t in (shown, exact, rough))
    if not all(t.startswith("-") == bool(x.negative) for t in (shown, exact, rough)):
        return False
    value = Fraction(x.m) * Fraction(2) ** x.e
    if decode(parsed) != x or hexadecimal(exact.lstrip("-")) != value:
        return False
    error = abs(hexadecimal(rough.lstrip("-")) - value)
    if error * 2 > Fraction(2) ** int(rough.split("p")[1]):
        return False
    return Fraction(shown.lstrip("-")) == (decimal(value, 30))


# ===-- Check ---------------------------------------------------------------=== #

# name: kinds of arguments, kinds of results, the results; q a number, i an integer.
# The last result, errno, is 0 unless the function gives it.
FUNCTIONS = {
    "logbl": ("q", "q", f.logb),
    "ilogbl": ("q", "i", f.ilogb),
    "frexpl": ("q", "qi", f.frexp),
    "modfl": ("q", "qq", f.modf),
    "ldexpl": ("qi", "qi", f.ldexp),
    "scalbnl": ("qi", "q", f.scalb),
    "scalblnl": ("qi", "q", f.scalb),
    "fabsl": ("q", "q", lambda x: Value(0, x.m, x.e)),
    "copysignl": ("qq", "q", lambda x, y: Value(y.negative, x.m, x.e)),
    "fmaxl": ("qq", "q", f.fmax),
    "fminl": ("qq", "q", f.fmin),
    "fdiml": ("qq", "qi", f.fdim),
    "nextafterl": ("qq", "q", f.toward),
    "nexttowardl": ("qq", "q", f.toward),
    "nexttoward": ("qq", "q", lambda x, y: f.toward(x, y, DOUBLE)),
    "nexttowardf": ("qq", "q", lambda x, y: f.toward(x, y, SINGLE)),
    "sqrtl": ("q", "qi", f.sqrt),
    "hypotl": ("qq", "qi", f.hypot),
    "fmal": ("qqq", "q", f.fma),
    "fmodl": ("qq", "qi", lambda x, y: f.divide(x, y, False)[::2]),
    "remainderl": ("qq", "qi", lambda x, y: f.divide(x, y, True)[::2]),
    "dreml": ("qq", "qi", lambda x, y: f.divide(x, y, True)[::2]),
}
for name in f.ROUND:
    FUNCTIONS[name + "l"] = ("q", "q", lambda x, name=name: f.to_integer(name, x))
for name in ("round", "rint"):
    for prefix in ("l", "ll"):
        FUNCTIONS[f"{prefix}{name}l"] = ("q", "i", lambda x, name=name: f.to_long(name, x))


def parse(kinds, tokens):
    return [decode(token) if kind == "q" else int(token) for kind, token in zip(kinds, tokens)]


def show(expected):
    return [str(value) if isinstance(value, Value) else f"{value:#x}" for value in expected]


def check_function(name, tokens):
    arguments, kinds, function = FUNCTIONS[name]
    x = parse(arguments, tokens)
    kinds += "i" * (len(tokens) - len(x) - len(kinds))
    found = parse(kinds, tokens[len(x) :])
    expected = function(*x)
    expected = list(expected) if isinstance(expected, tuple) else [expected]
    expected += [0] * (len(found) - len(expected))
    return found == expected, show(expected)


def check(name, tokens):
    if name == "classify":
        return [int(token) for token in tokens[1:]] == classify(decode(tokens[0])), []
    if name == "compare":
        x, y = parse("qq", tokens)
        return [int(token) for token in tokens[2:]] == comparisons(x, y), []
    if name == "text":
        return check_text(decode(tokens[0]), *tokens[1:]), []
    if name == "nanl":
        return decode(tokens[0]).m == NAN, []
    if name == "remquol":
        x, y, result = parse("qqq", tokens[:3])
        expected = f.remquo(x, y, int(tokens[3]))
        return [result, int(tokens[3]), int(tokens[4])] == list(expected), show(expected)
    return check_function(name, tokens)


def main():
    results, wrong = Counter(), Counter()
    for line in open(sys.argv[1]):
        name, *tokens = line.split()
        results[name] += 1
        right, expected = check(name, tokens)
        if not right:
            wrong[name] += 1
            if wrong[name] <= 3:
                print("wrong:", line.strip(), "expected", *expected)
    print(f"{results.total()} results of {len(results)} functions, {wrong.total()} wrong")


main()

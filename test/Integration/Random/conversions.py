#===- test/Integration/Random/conversions.py - between element types ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Conversions with a defined result: floats are converted to integers only in range,
and only if every execution has the same float."""

from builder import is_float, width
from scalars import Expression, Scalar

KINDS = ("f64", "f32", "f32", "f32", "f16", "bf16", "i64", "i32", "i32", "i16", "i8",
         "i8", "i1")


def convert(e: Expression, x: Scalar, kind: str) -> Scalar:
    if kind == x.kind:
        return x
    if x.isFloat:
        return float_to_float(e, x, kind) if is_float(kind) else float_to_int(e, x, kind)
    return int_to_float(e, x, kind) if is_float(kind) else int_to_int(e, x, kind)


def may_convert(x, kind: str) -> bool:
    """Returns whether the conversion of x, by its `kind`, `bound` and `exact`, has a
    defined result."""
    if x.kind == kind or not is_float(x.kind) and x.kind == "i1":
        return True
    if not is_float(x.kind):
        return not is_float(kind) or x.bound <= 1000
    if is_float(kind):
        return True
    return x.exact and kind != "i1" and x.bound < 2 ** (width(kind) - 1) - 1


def float_to_float(e, x, kind):
    if width(kind) > width(x.kind):
        return e.cast("arith.extf", x, kind)
    if width(kind) < width(x.kind):
        return e.cast("arith.truncf", x, kind)
    return e.cast("arith.truncf", e.cast("arith.extf", x, "f32"), kind)


def float_to_int(e, x, kind):
    return e.cast("arith.fptosi", x, kind)


def int_to_float(e, x, kind):
    if x.kind == "i1":
        return e.cast("arith.uitofp", x, kind, 1)
    if x.bound < 2 ** (width(x.kind) - 1) and e.rng.random() < 0.3:
        return e.cast("arith.uitofp", e.op("math.absi", [x], x.bound), kind)
    return e.cast("arith.sitofp", x, kind)


def int_to_int(e, x, kind):
    if width(kind) < width(x.kind):
        return e.cast("arith.trunci", x, kind, min(x.bound, 2.0 ** (width(kind) - 1)))
    signed = e.rng.random() < 0.6 and x.kind != "i1"
    if signed:
        return e.cast("arith.extsi", x, kind)
    return e.cast("arith.extui", x, kind, 2.0 ** width(x.kind))

#===- special_mutants.py - what only special values show -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Mutants that differ only on NaNs, zeros, subnormals, saturation limits and large
shift counts. `special_changes` yields them for mutants.py; SpecialRun evaluates them.
"""

import numpy as np

from semantics.evaluation import Elements
from semantics.reference import Run

ARITHMETIC = {"Add", "Sub", "Mul", "Div", "Max", "Min", "Fma", "Sqrt"}
PLAIN = {"Operand", "Mask", "Ne", "Part", "Mul"}
RAW = {"Operand", "Part"}
SHIFTS = {"Shl", "Shr", "Sra"}


def special_changes(node, formats):
    """Mutants of a node at the root of the semantics, whose operands are those of the
    instruction."""
    if not isinstance(node, dict) or not all(is_plain(a) for a in node.get("args", [0])):
        return
    op, fmt = node["op"], formats.get(node.get("format"))
    if op in ("Max", "Min") and fmt.float:
        yield from wrapped(node, ("Number", "a NaN ignored"),
                           ("Zeros", "-0 taken for +0"))
    # Only operands of the instruction may be NaNs other than the canonical one.
    if op in ARITHMETIC and fmt.float and any(
            isinstance(a, dict) and a["op"] in RAW for a in node["args"]):
        yield from wrapped(node, ("Payload", "the NaN of an operand kept"))
    if op in ARITHMETIC - {"Sqrt"} and fmt.float:
        yield from wrapped(node, ("Flush", "subnormal numbers flushed"))
    if op in SHIFTS:
        yield from wrapped(node, ("Count", "counts not cut to 5 bits"))
    if op == "Select" and (fmt.float or fmt.bits == 32):
        yield from wrapped(node, ("Canonical", "the payload of a NaN lost"))
    if op == "Cast":
        yield from cast_changes(node, formats[node["args"][0].get("format")], fmt)


def is_plain(argument) -> bool:
    return not isinstance(argument, dict) or argument["op"] in PLAIN


def cast_changes(node, source, to):
    if source.float and not to.float:
        yield from wrapped(node, ("Wrap", "wraps instead of saturating"),
                           ("NanLow", "a NaN to the lowest number"))
    elif not source.float and not to.float and 1 < source.bits and to.bits < source.bits:
        yield from wrapped(node, ("Wrap", "wraps instead of saturating"))
    elif source.float and to.float and to.bits < source.bits:
        yield from wrapped(node, ("Flush", "subnormal numbers flushed"),
                           ("Largest", "the largest number instead of infinity"))


def wrapped(node, *kinds):
    for kind, what in kinds:
        yield f"{node['op']}: {what}", {"op": "Wrong" + kind, "args": [node],
                                        "format": node["format"]}


class SpecialRun(Run):
    def right(self, node, shape):
        """Evaluates the original node; returns its result and its operands."""
        inner = node["args"][0]
        result = self.elements(inner, shape)
        operands = [self.elements(a, shape, result.format) for a in inner["args"]]
        return result, operands

    def result(self, right, wrong, where):
        bits = np.where(where, wrong, right.bits)
        return Elements(bits.astype(right.format.dtype), right.format)

    def on_wrongnumber(self, node, shape):
        right, (a, b) = self.right(node, shape)
        x, y = np.isnan(a.numbers), np.isnan(b.numbers)
        return self.result(right, np.where(x, b.bits, a.bits), x ^ y)

    def on_wrongzeros(self, node, shape):
        right, (a, b) = self.right(node, shape)
        return self.result(right, a.bits, (a.numbers == 0) & (b.numbers == 0))

    def on_wrongpayload(self, node, shape):
        right, operands = self.right(node, shape)
        for operand in reversed(operands):
            right = self.result(right, operand.bits, np.isnan(operand.numbers))
        return right

    def on_wrongflush(self, node, shape):
        right, _ = self.right(node, shape)
        fmt = right.format
        subnormal = right.bits >> fmt.mantissa & (1 << fmt.exponent) - 1 == 0
        sign = right.bits & (1 << fmt.bits - 1)
        return self.result(right, sign, subnormal)

    def on_wrongcount(self, node, shape):
        right, (a, b) = self.right(node, shape)
        lost = np.where((node["args"][0]["op"] == "Sra") & (a.numbers < 0), -1, 0)
        return self.result(right, right.format.encode(lost), b.bits > 31)

    def on_wrongcanonical(self, node, shape):
        right, _ = self.right(node, shape)
        fmt = right.format if right.format.float else self.machine.formats["FmtF32"]
        return self.result(right, fmt.nan, fmt.is_nan(right.bits))

    def on_wrongwrap(self, node, shape):
        right, (x,) = self.right(node, shape)
        numbers = np.nan_to_num(np.rint(x.numbers.astype(np.float64)), nan=0.0,
                                posinf=0.0, neginf=0.0)
        whole = np.fmod(numbers, 2.0 ** 40).astype(np.int64)
        fmt = right.format
        outside = (whole < fmt.lowest) | (whole > fmt.highest)
        return self.result(right, fmt.encode(whole), outside)

    def on_wrongnanlow(self, node, shape):
        right, (x,) = self.right(node, shape)
        fmt = right.format
        lowest = fmt.encode(np.int64(fmt.lowest or fmt.highest))
        return self.result(right, lowest, np.isnan(x.numbers))

    def on_wronglargest(self, node, shape):
        right, (x,) = self.right(node, shape)
        fmt = right.format
        largest = fmt.encode(np.copysign(fmt.largest, x.numbers))
        return self.result(right, largest, np.isfinite(x.numbers)
                           & ~np.isfinite(right.numbers))

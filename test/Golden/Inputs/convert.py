#===- convert.py - expected results of conversions and output stage --------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Conversions (docs/contracts.md, numerics). Column block q of a narrow tile has as
many columns as a tile of 32-bit elements."""

import numpy as np

from case import Case, generator
from floats import FLOATS, bits, number, to_integer
from elements import moderate, pairs, random_bits

NARROW = [("bf16", "f32"), ("f16", "f32"), ("i8", "f32"), ("u8", "f32"),
          ("e4m3", "f32"), ("e5m2", "f32"), ("i8", "i32"), ("u8", "i32")]


def cases(machine):
    yield from same_width(machine)
    for narrow, wide in NARROW:
        for q in range(blocks(machine, narrow)):
            yield from narrowed(machine, narrow, wide, q)
            yield from widened(machine, narrow, wide, q)
    for wide in ("i32", "f32"):
        for narrow in ("i8", "u8", "bf16", "f16"):
            for q in range(blocks(machine, narrow)):
                yield from output_stage(machine, narrow, wide, q)


def blocks(machine, narrow) -> int:
    return machine.shape(narrow)[1] // machine.columns


def block(machine, q):
    return np.s_[:, q * machine.columns:(q + 1) * machine.columns]


# --- Conversions --------------------------------------------------------------

def converted(to: str, fmt: str, elements):
    x = number(fmt, elements)
    return bits(to, x if to in FLOATS else to_integer(to, x))


def same_width(machine):
    for to, fmt in (("f32", "i32"), ("i32", "f32")):
        text = f"tcvt.{to}.{fmt} t1, t2"
        rng, shape = generator(text), machine.shape(fmt)
        for a in (pairs(fmt, shape)[0], random_bits(rng, fmt, shape),
                  half_way(rng, "i32", shape) if fmt == "f32" else
                  bits("i32", rng.integers(1, 256, shape) << rng.integers(16, 24, shape)
                       | rng.integers(0, 2, shape))):
            yield Case(text, {"t2": a}, {"t1": converted(to, fmt, a)})


def half_way(rng, narrow, shape):
    """f32 numbers halfway, or nearly halfway, between two of the narrow format."""
    if narrow not in FLOATS:
        return bits("f32", rng.integers(-600, 600, shape) / np.float32(2))
    cut, low, high = {"bf16": (16, -133, 127), "f16": (13, -26, 16),
                      "e4m3": (20, -10, 9), "e5m2": (21, -17, 16)}[narrow]
    base = np.ldexp(rng.normal(size=shape), rng.integers(low, high + 1, shape))
    base = base.astype(np.float32).view(np.uint32).astype(np.int64)
    half = (base >> cut << cut | 1 << cut - 1) + rng.integers(-1, 2, shape)
    return half.astype(np.uint32)


def wide_operands(rng, narrow, wide, shape):
    yield pairs(wide, shape)[0]
    yield moderate(rng, wide, shape, 60.0)
    yield random_bits(rng, wide, shape)
    yield (half_way(rng, narrow, shape) if wide == "f32" else
           bits("i32", rng.integers(-300, 300, shape)))
    if narrow in FLOATS:
        # The largest number of the format and numbers near the limit.
        limit = {"bf16": 3.3961775e38, "f16": 65520.0, "e4m3": 464.0, "e5m2": 61440.0}
        near = bits("f32", np.full(shape, limit[narrow], np.float32))
        near = (near.astype(np.int64) + rng.integers(-2, 3, shape)).astype(np.uint32)
        yield near | (rng.integers(0, 2, shape) << 31).astype(np.uint32)


def narrowed(machine, narrow, wide, q):
    text = f"tcvtn.{narrow}.{wide} t1, {q}, t2"
    rng = generator(text)
    for a in wide_operands(rng, narrow, wide, machine.shape(wide)):
        kept = random_bits(rng, narrow, machine.shape(narrow))
        want = kept.copy()
        want[block(machine, q)] = converted(narrow, wide, a)
        yield Case(text, {"t1": kept, "t2": a}, {"t1": want})


def widened(machine, narrow, wide, q):
    text = f"tcvtw.{wide}.{narrow} t1, t2, {q}"
    rng, shape = generator(text), machine.shape(narrow)
    for a in (pairs(narrow, shape)[0], random_bits(rng, narrow, shape)):
        part = a[block(machine, q)]
        yield Case(text, {"t2": a}, {"t1": converted(wide, narrow, part)})


# --- Output stage -------------------------------------------------------------

def output_stage(machine, narrow, wide, q):
    for base_mnemonic in ("tpost", "tposta"):
        text = f"{base_mnemonic}.{narrow}.{wide} t1, {q}, t2, t3"
        rng = generator(text)
        for kind in ("usual", "ties", "special"):
            a, kept, p = stage_operands(rng, machine, narrow, wide, q, kind)
            want = kept.copy()
            place = want[block(machine, q)]
            place[:] = stage(narrow, wide, a, p[4 * q:4 * q + 4],
                             place.copy() if base_mnemonic == "tposta" else None)
            yield Case(text, {"t1": kept, "t2": a, "t3": p}, {"t1": want})


def stage(narrow, wide, a, rows, residual):
    """docs/contracts.md, numerics: (1) to (4), each step rounded."""
    bias, scale, scale2, word = rows
    total = number("f32" if wide == "f32" else "i32", bits(
        wide, number(wide, a) + number(wide, bias)))
    x = total.astype(np.float32) * number("f32", scale)
    if residual is not None:
        x = x + number(narrow, residual).astype(np.float32) * number("f32", scale2)
    if narrow in FLOATS:
        low, high = (number("bf16", half.astype(np.uint16))
                     for half in (word & 0xFFFF, word >> 16))
        # A NaN is preserved; both bounds are ordinary numbers or infinities.
        x = np.where(np.isnan(x), x, np.minimum(np.maximum(x, low), high))
        return bits(narrow, x)
    zero, low, high = (number(narrow, (word >> place & 0xFF).astype(np.uint8))
                       for place in (0, 8, 16))
    y = number("i32", bits("i32", to_integer("i32", x) + zero))
    return bits(narrow, np.minimum(np.maximum(y, low), high))


def stage_operands(rng, machine, narrow, wide, q, kind):
    a = moderate(rng, wide, machine.shape(wide), 50.0)
    kept = moderate(rng, narrow, machine.shape(narrow))
    p = random_bits(rng, "w", machine.shape("i32"))
    rows = p[4 * q:4 * q + 4]
    count = machine.columns
    rows[0] = moderate(rng, wide, count)
    scale = rng.normal(size=(2, count)) * 2.0 ** rng.integers(-6, 2, (2, count))
    if kind == "ties" and narrow in FLOATS:
        # Halfway between two numbers of the narrow format; zero is added.
        digits = 9 if narrow == "bf16" else 12
        a = bits(wide, rng.integers(1 << digits - 1, 1 << digits, a.shape) | 1)
        rows[0], scale[0], scale[1] = 0, 1, 0
    elif kind == "ties":
        # Halves, which round to even; bounds far from the values.
        a = bits(wide, rng.integers(-250, 250, a.shape))
        rows[0] = bits(wide, rng.integers(-3, 4, count))
        scale[:] = 0.5
    if kind == "special":
        a = pairs(wide, a.shape)[0]
        kept = pairs(narrow, kept.shape)[0]
    rows[1:3] = bits("f32", scale)
    rows[3] = limits(rng, narrow, count, kind)
    return a, kept, p


def limits(rng, narrow, count, kind):
    """Packed: zp | lo | hi bytes, or lo, hi as bf16."""
    if narrow in FLOATS:
        low = bits("bf16", -np.abs(rng.normal(size=count)) * 50).astype(np.uint32)
        high = bits("bf16", np.abs(rng.normal(size=count)) * 50).astype(np.uint32)
        if kind != "usual":
            low[:], high[:] = 0xFF80, 0x7F80
        return low | high << 16
    first, last = (-128, 127) if narrow == "i8" else (0, 255)
    zero = rng.integers(first, last + 1, count)
    low, high = np.sort(rng.integers(first, last + 1, (2, count)), axis=0)
    if kind == "ties":
        zero, low[:], high[:] = rng.integers(0, 4, count), first, last
    word = (zero & 0xFF) | (low & 0xFF) << 8 | (high & 0xFF) << 16
    return (word | rng.integers(0, 256, count) << 24).astype(np.uint32)

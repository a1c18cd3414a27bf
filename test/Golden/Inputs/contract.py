#===- contract.py - expected results of contractions -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Contractions: td[i][j] += sum_k ta[i][k] * tb[j][k], a chain of fused
steps, k ascending; integers modulo 2^32. ta is u8 with .u8, tb is i8."""

import numpy as np

from case import Case, generator, sparse
from floats import FLOATS, bits, fma, number
from elements import moderate, random_bits, specials


def cases(machine):
    for acc, fmt in [("f32", "bf16"), ("f32", "f16"), ("f32", "f32"), ("f32", "e4m3"),
                     ("f32", "e5m2"), ("i32", "i8"), ("i32", "u8")]:
        text = f"tmma.{acc}.{fmt} t1, t2, t3"
        rng = generator(text)
        other = "i8" if fmt == "u8" else fmt
        for make in (moderate_tiles, ordered_tiles, special_tiles):
            if make is not ordered_tiles or acc == "f32":
                c, a, b = make(rng, machine, acc, fmt, other)
                yield Case(text, {"t1": c, "t2": a, "t3": b},
                           {"t1": contract(machine, acc, fmt, other, c, a, b)})


def contract(machine, acc, fmt, other, c, a, b):
    x, y = number(fmt, a), number(other, b[:machine.columns])
    total = number(acc, c)
    for k in range(x.shape[1]):
        left, right = x[:, k:k + 1], y[:, k]
        if acc == "f32":
            total = fma(left, right, total)
        else:
            total = total + left * right
    return bits(acc, total)


# --- Operands -----------------------------------------------------------------

def moderate_tiles(rng, machine, acc, fmt, other):
    c = random_bits(rng, acc, machine.shape(acc)) if acc == "i32" else moderate(
        rng, acc, machine.shape(acc))
    return (c, moderate(rng, fmt, machine.shape(fmt)),
            moderate(rng, other, machine.shape(other)))


def ordered_tiles(rng, machine, acc, fmt, other):
    """Sums that depend on their order: 2^24, 1, -2^24, 1 is 1 from the left and 2
    from the right. Formats without 2^24 represent it as a product."""
    big = {"e4m3": 2.0 ** 8, "f16": 2.0 ** 12, "e5m2": 2.0 ** 12}.get(fmt, 2.0 ** 24)
    a = np.zeros(machine.shape(fmt), np.float32)
    b = np.ones(machine.shape(fmt), np.float32)
    a[:, 0:4] = [big, 1, -big, 1]
    b[:, 0] = b[:, 2] = 2.0 ** 24 / big
    a[1:, 4:8] = rng.choice([2.0 ** -6, -0.75, 1.5, 2.0 ** 7], a[1:, 4:8].shape)
    c = bits(acc, rng.choice(np.array([0.0, 1.0, -0.0, 2.0 ** -24], np.float32),
                             machine.shape(acc)))
    return c, bits(fmt, a), bits(fmt, b)


def special_tiles(rng, machine, acc, fmt, other):
    """One special value in some rows, so that each sum contains one at a time; the
    largest and the smallest of the format in all of the last two rows."""
    c, a, b = moderate_tiles(rng, machine, acc, fmt, other)
    a, b = (sparse(rng, t, specials(f), 4) for t, f in ((a, fmt), (b, other)))
    c = sparse(rng, c, specials(acc), 5)
    finite = [v for v in specials(fmt) if fmt not in FLOATS
              or np.isfinite(number(fmt, np.array([v]))[0])]
    sizes = sorted(finite, key=lambda v: abs(number(fmt, np.array([v]))[0]))
    a[-1], a[-2] = sizes[-1], next(v for v in sizes if v & 0x7F)
    return c, a, b

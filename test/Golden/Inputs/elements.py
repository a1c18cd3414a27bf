#===- elements.py - operands of the result vectors -------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tiles of bits: special values chosen by hand for each format, and numbers from a
generator with a fixed seed."""

import numpy as np

from floats import FLOATS, SIZE, bits, stored

SPECIALS = {
    # zeros, subnormals, smallest normal, ones, ties, around 2^31, largest,
    # infinities, quiet NaN, NaNs with payload and sign
    "f32": [0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x80800000,
            0x3F800000, 0xBF800000, 0x3F000000, 0xBF000000, 0x3FC00000, 0x40200000,
            0xC0200000, 0x4EFFFFFF, 0x4F000000, 0xCF000000, 0xCF000001, 0x7F7FFFFF,
            0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC12345, 0xFFA00001],
    "bf16": [0, 0x8000, 1, 0x8001, 0x007F, 0x0080, 0x3F80, 0xBF80, 0x3F00, 0x4020,
             0x4F00, 0xCF00, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80, 0x7FC0, 0x7FC5, 0xFFA1],
    "f16": [0, 0x8000, 1, 0x8001, 0x03FF, 0x0400, 0x3C00, 0xBC00, 0x3800, 0x4100,
            0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0x7E05, 0xFD01],
    "e4m3": [0, 0x80, 1, 0x81, 7, 8, 0x38, 0xB8, 0x30, 0x7E, 0xFE, 0x7F, 0xFF],
    "e5m2": [0, 0x80, 1, 0x81, 3, 4, 0x3C, 0xBC, 0x38, 0x7B, 0xFB, 0x7C, 0xFC, 0x7D,
             0x7E, 0xFF],
    "i32": [0, 1, -1, 2, 31, 32, 33, 63, -31, 127, 128, -128, -129, 255, 256, 1 << 24,
            (1 << 24) + 1, (1 << 25) + 2, (1 << 25) + 6, 2**31 - 1, 2**31 - 65, -2**31,
            -2**31 + 1, 0x55555555],
    "i8": [0, 1, -1, 2, 7, 8, 64, 127, 126, -127, -128, 0x55],
    "u8": [0, 1, 2, 7, 8, 127, 128, 129, 254, 255, 0x55],
}


def specials(fmt: str):
    return np.array([v & (1 << 8 * SIZE[fmt]) - 1 for v in SPECIALS[fmt]], stored(fmt))


def pairs(fmt: str, shape, first: int = 0):
    """Two tiles: every pair of special values, from pair number `first`."""
    table = specials(fmt)
    at = np.arange(first, first + shape[0] * shape[1]).reshape(shape)
    return table[at % len(table)], table[at // len(table) % len(table)]


def count_of_pairs(fmt: str) -> int:
    return len(SPECIALS[fmt]) ** 2


def random_bits(rng, fmt: str, shape):
    return rng.integers(0, 1 << 8 * SIZE[fmt], shape).astype(stored(fmt))


def moderate(rng, fmt: str, shape, scale=4.0):
    """Around zero; integers of their full range, i32 small."""
    if fmt in FLOATS:
        return bits(fmt, (rng.normal(size=shape) * scale).astype(np.float32))
    if fmt == "i32":
        return bits(fmt, rng.integers(-3000, 3001, shape))
    return random_bits(rng, fmt, shape)

#===- values.py - numbers that instructions may get wrong ------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Bits of elements: special values, ties, and numbers of moderate size."""

import numpy as np

from semantics.formats import Format


def special_values(fmt: Format):
    """Special values of a format as bits."""
    if not fmt.float:
        around = {0, 1, 2, 3, 7, 8, 31, 32, 33, -1, -2, -7, 127, 128, 255, 256,
                  fmt.lowest, fmt.lowest + 1, fmt.highest, fmt.highest - 1,
                  1 << fmt.bits - 2}
        return np.unique(fmt.encode(np.array(sorted(around))))
    largest, smallest = fmt.largest, 2.0 ** (1 - fmt.bias - fmt.mantissa)
    numbers = [0.0, smallest, 2.0 ** (1 - fmt.bias), 0.5, 1.0, 1.5, 2.5, 3.0,
               127.5, 255.5, largest, 88.73 if fmt.bits > 8 else 5.0, np.pi]
    numbers += [2.0 ** 31, 2.0 ** 31 - 128] if fmt.exponent >= 8 else [np.inf]
    both = np.array(numbers + [np.inf]) * np.array([[1], [-1]])
    odd_nan = fmt.nan if fmt.finite_only else fmt.infinity | 1
    payload = np.array([fmt.nan, odd_nan | 1 << fmt.bits - 1], fmt.dtype)
    with np.errstate(all="ignore"):
        return np.concatenate([np.unique(fmt.encode(both)), payload])


def ties(fmt: Format, rng, shape, narrower: list):
    """Numbers halfway, or almost halfway, between neighbors of a narrower format."""
    if not fmt.float:
        largest = 1 << np.where(rng.random(shape) < 0.5, 9, rng.integers(8, 20, shape))
        return fmt.encode(rng.integers(-largest, largest, shape))
    halves = rng.integers(-600, 600, shape) / 2.0
    bits = fmt.encode(halves).astype(np.int64)
    for other in narrower:
        cut = fmt.mantissa - other.mantissa
        if not other.float or cut <= 0:
            continue
        exponents = rng.integers(1 - other.bias - other.mantissa, other.bias + 2, shape)
        exponents = np.clip(exponents, 2 - fmt.bias, fmt.bias)
        base = fmt.encode(np.ldexp(rng.normal(size=shape), exponents.astype(np.int32)))
        half = base.astype(np.int64) >> cut << cut | 1 << cut - 1
        half += rng.integers(-1, 2, shape)
        bits = np.where(rng.random(shape) < 0.5, bits, half)
    return bits.astype(fmt.dtype)


def tie_factors(fmt: Format, rng, shape):
    """Factors with products halfway between neighbors of the format, which most sums are
    as well: most factors are 0."""
    if not fmt.float:
        return moderate(fmt, rng, shape)
    numbers = np.array([1.5, -1.5, 1 + 2.0 ** -fmt.mantissa, *[0.0] * 9])
    return fmt.encode(rng.choice(numbers, shape))


def moderate(fmt: Format, rng, shape):
    if fmt.float:
        scale = np.ldexp(1.0, rng.integers(-4, 4, shape).astype(np.int32))
        return fmt.encode(rng.normal(size=shape) * scale)
    span = 3000 if fmt.bits > 16 else fmt.highest
    return fmt.encode(rng.integers(max(-span, fmt.lowest), span + 1, shape))


def tiny(fmt: Format, rng, shape, total=None):
    """Numbers near the smallest normal number of the format. For factors of a sum:
    their products are near that of the format of the sum, or 0."""
    if not fmt.float:
        return moderate(fmt, rng, shape)
    smallest = 1 - fmt.bias
    exponents = rng.integers(smallest - fmt.mantissa, smallest + 2, shape)
    if total and total.float:
        half = (1 - total.bias) // 2
        exponents = np.maximum(half + rng.integers(-8, 1, shape), smallest)
    numbers = np.ldexp(rng.normal(size=shape), exponents.astype(np.int32))
    if total:
        numbers[rng.random(shape[0]) < 0.5] = 0
    return fmt.encode(numbers)


# Packed bounds (lowest, highest): the widest of bf16, i8 and u8, and -48 to 48 in bf16,
# which limit some results.
WIDE_BOUNDS = np.array([0x7F00FF00, 0x007F8000, 0x00FF0000, 0x4240C240], np.uint32)
# Small summands, which keep results in range.
SUMMANDS = np.array([0, 0, 1, -2, 5]).astype(np.uint32)

GENERAL = [0, 1, 2, 5, -1, -3, 0x7FFFFFFF, 0x80000000, 1 << 32, (1 << 32) + 3,
           0x8000000000000001 - (1 << 64), 0x123456789ABCDEF0]

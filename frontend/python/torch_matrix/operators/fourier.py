#===- fourier.py - discrete Fourier transforms ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Discrete Fourier transforms as matrix products. A transform of n = a b elements is one
of a elements, products with roots of unity, and one of b elements (Cooley and Tukey)."""

import math

import torch

LARGEST = 64  # that a matrix transforms at once, unless the extent has no such factor


def transform(real, imag, dim: int, forward: bool) -> tuple:
    """The transform along a dimension. imag: None for zeros."""
    parts = (real.movedim(dim, -1), None if imag is None else imag.movedim(dim, -1))
    return tuple(part.movedim(-1, dim)
                 for part in along_last(*parts, -1 if forward else 1))


def along_last(real, imag, sign: int) -> tuple:
    """With n = b n1 + n2 and k = k1 + a k2, the root w^(n k) is
    w_a^(n1 k1) w^(n2 k1) w_b^(n2 k2)."""
    extent = real.shape[-1]
    a = factor_of(extent)
    b = extent // a
    if b == 1:
        return multiplied(real, imag, roots(extent, extent, extent, sign, real.dtype))
    inner = [part if part is None else part.unflatten(-1, (a, b)).transpose(-1, -2)
             for part in (real, imag)]
    inner = multiplied(*inner, roots(a, a, a, sign, real.dtype))    # [n2, k1]
    turned = times(*inner, *roots(b, a, extent, sign, real.dtype))
    outer = along_last(*(part.transpose(-1, -2) for part in turned), sign)    # [k1, k2]
    return tuple(part.transpose(-1, -2).flatten(-2) for part in outer)


def factor_of(extent: int) -> int:
    """The largest factor up to LARGEST; the extent itself if it is a larger prime."""
    if extent <= LARGEST:
        return extent
    factors = [n for n in range(2, LARGEST + 1) if extent % n == 0]
    return factors[-1] if factors else extent


def roots(rows: int, columns: int, order: int, sign: int, dtype) -> tuple:
    """Real and imaginary parts of w^(row column) for w = exp(sign 2 pi i / order)."""
    turns = [[row * column % order for column in range(columns)] for row in range(rows)]
    powers = [root(turn, order) for turn in range(order)]
    return (torch.tensor([[powers[turn].real for turn in row] for row in turns], dtype=dtype),
            torch.tensor([[sign * powers[turn].imag + 0.0 for turn in row] for row in turns],
                         dtype=dtype))


def root(turn: int, order: int) -> complex:
    """exp(2 pi i turn / order). Quarters of a turn are exact, so that the sums of real
    numbers, such as the first and the middle one, have no imaginary part."""
    quarter, rest = divmod(4 * turn, order)
    angle = math.pi / 2 * rest / order
    first = complex(math.cos(angle), math.sin(angle))
    return first * (1, 1j, -1, -1j)[quarter]


def multiplied(real, imag, matrix: tuple) -> tuple:
    cosine, sine = matrix
    if imag is None:
        return product(real, cosine), product(real, sine)
    return (product(real, cosine) - product(imag, sine),
            product(real, sine) + product(imag, cosine))


def product(rows, matrix):
    """One product for all dimensions but the last one."""
    shape = [*rows.shape[:-1], matrix.shape[1]]
    return torch.mm(rows.reshape(-1, rows.shape[-1]), matrix).reshape(shape)


def times(a, b, c, d) -> tuple:
    return a * c - b * d, a * d + b * c


def of_real(x, dim: int) -> tuple:
    """The transform of real numbers. The first and the middle element are real, also in
    the presence of rounding."""
    real, imag = transform(x, None, dim, True)
    extent = x.shape[dim]
    if extent <= LARGEST:    # multiplied by zeros
        return real, imag
    shape = [-1 if other == dim % x.dim() else 1 for other in range(x.dim())]
    place = torch.arange(extent).view(shape)
    return real, torch.where(2 * place % extent == 0, 0.0, imag)


def to_real(real, imag, dim: int, extent: int):
    """The inverse transform of half of a sequence with conjugate symmetry. The imaginary
    parts of the first element and of that at extent / 2 have no effect."""
    kept = extent // 2 + 1
    real, imag = (part.movedim(dim, -1).narrow(-1, 0, kept) for part in (real, imag))
    if extent > LARGEST:
        return along_last(*mirrored(real, imag, extent), 1)[0].movedim(-1, dim)
    cosine, sine = roots(kept, extent, extent, 1, real.dtype)
    twice = torch.tensor([1 if 2 * row % extent == 0 else 2 for row in range(kept)],
                         dtype=real.dtype)
    found = product(real * twice, cosine) - product(imag * twice, sine)
    return found.movedim(-1, dim)


def mirrored(real, imag, extent: int) -> tuple:
    """The whole sequence."""
    count = (extent - 1) // 2
    kept = torch.tensor([0 if 2 * place % extent == 0 else 1
                         for place in range(extent // 2 + 1)], dtype=real.dtype)
    imag = imag * kept
    return (torch.cat([real, real.narrow(-1, 1, count).flip(-1)], -1),
            torch.cat([imag, -imag.narrow(-1, 1, count).flip(-1)], -1))

#===- transforms.py - Fourier transforms of pairs ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Fourier transforms of complex numbers: those of fourier.py along each dimension, and a
factor."""

import math

import torch

from ..fourier import of_real, to_real, transform
from .pairs import Pair, scaled

aten = torch.ops.aten


def scale(shape, dims, normalization: int) -> float:
    """1, 1 / sqrt(n) or 1 / n, for the number n of elements transformed."""
    count = math.prod(shape[dim] for dim in dims)
    return (1.0, 1 / math.sqrt(count), 1 / count)[normalization]


def fft_c2c(x, dims, normalization, forward):
    factor = scale(x.real.shape, dims, normalization)
    for dim in dims:
        x = Pair(*transform(x.real, x.imag, dim, forward))
    return scaled(x, factor)


def fft_r2c(x, dims, normalization, onesided):
    last, kept = dims[-1], x.shape[dims[-1]] // 2 + 1
    along_last = Pair(*of_real(x, last))
    found = fft_c2c(along_last, dims[-2::-1], normalization, True)
    found = scaled(found, scale(x.shape, dims[-1:], normalization))
    if not onesided:
        return found
    return Pair(found.real.narrow(last, 0, kept), found.imag.narrow(last, 0, kept))


def fft_c2r(x, dims, normalization, extent):
    for dim in dims[:-1]:
        x = Pair(*transform(x.real, x.imag, dim, False))
    found = to_real(x.real, x.imag, dims[-1], extent)
    factor = scale(found.shape, dims, normalization)
    return found if factor == 1 else found * factor


TRANSFORMS = {
    aten._fft_c2c.default: fft_c2c,
    aten._fft_c2r.default: fft_c2r,
    aten._fft_r2c.default: fft_r2c,
}

#===- complex_functions.py - functions of complex numbers -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Functions of complex numbers, by their real and imaginary parts, with the zeros, NaN
and infinities of eager mode. The quotient is that of Smith, whose intermediate results
do not overflow where c^2 + d^2 would:

  (a + b i) / (c + d i) = (a + b r + (b - a r) i) / (c + d r),  r = d / c, |c| >= |d|
"""

import math

import torch


def exponential(real, imag):
    length = torch.exp(real)
    x, y = length * torch.cos(imag), length * torch.sin(imag)
    # cos and sin of infinity are NaN, and so are 0 and infinity times 0.
    undefined = (imag - imag) != 0
    x = torch.where(undefined & real.isinf(), torch.where(real > 0, math.inf, 0.0), x)
    y = torch.where(undefined & (real == -math.inf), 0.0, y)
    return x, torch.where(imag == 0, imag, y)


def quotient(a, b, c, d):
    """(a + b i) / (c + d i), by the ratio of the smaller part of the divisor to the greater
    one (Smith)."""
    swapped = c.abs() < d.abs()
    greater, smaller = torch.where(swapped, d, c), torch.where(swapped, c, d)
    first, second = torch.where(swapped, b, a), torch.where(swapped, a, b)
    ratio = smaller / greater
    scale = 1 / (greater + smaller * ratio)
    product = first * ratio
    real = (first + second * ratio) * scale
    imag = torch.where(swapped, product - second, second - product) * scale
    is_zero = (c == 0) & (d == 0)
    return torch.where(is_zero, a / c.abs(), real), torch.where(is_zero, b / d.abs(), imag)

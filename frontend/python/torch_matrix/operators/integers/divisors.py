#===- divisors.py - powers and divisors of integers ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Powers and divisors of integers, which torch-mlir does not lower, and products of matrices
of few bits, on which it crashes. INTEGERS includes comparisons.py."""

import torch

from ..arithmetic import of_one_type
from ..repetition import repeat
from .comparisons import COMPARISONS

aten = torch.ops.aten


def is_integral(dtype: torch.dtype) -> bool:
    return not (dtype.is_floating_point or dtype.is_complex or dtype == torch.bool)


def integer_power(base, exponent):
    """By squares. Powers of 1 and -1 alone are not zero if exponents are negative. torch-mlir
    takes the literal True as the exponent -1, unless it is of another type."""
    dtypes = base.dtype, exponent.dtype
    base, exponent = of_one_type(base, exponent)
    if not is_integral(base.dtype):
        return NotImplemented if dtypes == (base.dtype, exponent.dtype) \
            else aten.pow.Tensor_Tensor(base, exponent)
    base, exponent = torch.broadcast_tensors(base, exponent)
    if base.dtype.itemsize < 4:
        return integer_power(base.int(), exponent.int()).to(base.dtype)
    odd = (exponent & 1) == 1
    inverse = torch.where(base == 1, 1, torch.where(base == -1, torch.where(odd, -1, 1), 0))
    _, _, found = repeat(
        lambda k, base, rest, found: (rest > 0).any(),
        lambda k, base, rest, found: (
            base * base, rest >> 1, torch.where((rest & 1) == 1, found * base, found)),
        (base, exponent, torch.ones_like(base)))
    return torch.where(exponent < 0, inverse.to(base.dtype), found)


def greatest_divisor(a, b):
    """By Euclid's algorithm."""
    a, b = torch.broadcast_tensors(*of_one_type(a, b))
    if a.dtype.itemsize < 4:
        return greatest_divisor(a.int(), b.int()).to(a.dtype)
    a, _ = repeat(
        lambda k, a, b: (b != 0).any(),
        lambda k, a, b: (torch.where(b == 0, a, b),
                         torch.where(b == 0, 0, torch.fmod(a, torch.where(b == 0, 1, b)))),
        (a, b))
    return a.abs()


def least_multiple(a, b):
    a, b = of_one_type(a, b)
    if a.dtype.itemsize < 4:
        return least_multiple(a.int(), b.int()).to(a.dtype)
    divisor = greatest_divisor(a, b)
    divisor = torch.where(divisor == 0, 1, divisor).to(divisor.dtype)
    return (torch.div(a, divisor, rounding_mode="trunc") * b).abs()


def in_32_bits(product):
    def decomposition(a, b):
        if not is_integral(a.dtype) or a.dtype.itemsize >= 4:
            return NotImplemented
        return product(a.int(), b.int()).to(a.dtype)
    return decomposition


INTEGERS = {
    **COMPARISONS,
    aten.bmm.default: in_32_bits(aten.bmm.default),
    aten.dot.default: in_32_bits(aten.dot.default),
    aten.gcd.default: greatest_divisor,
    aten.lcm.default: least_multiple,
    aten.mm.default: in_32_bits(aten.mm.default),
    aten.mv.default: in_32_bits(aten.mv.default),
    aten.pow.Tensor_Tensor: integer_power,
}

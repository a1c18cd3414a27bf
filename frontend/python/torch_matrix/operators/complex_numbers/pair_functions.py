#===- pair_functions.py - functions and reductions of pairs ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Functions of complex numbers (functions.py), powers, products of all elements,
variances and tests, on pairs."""

import math

import torch

from . import functions
from .pairs import Pair, divide, in_parts, logarithm, not_zero, pairs, product, where

aten = torch.ops.aten
times = product(torch.mul)


def of_parts(function):
    return lambda x: Pair(*function(x.real, x.imag))


square_root, exponential = map(of_parts, (functions.square_root,
                                          functions.exponential))


def reciprocal(x: Pair) -> Pair:
    return divide(1 + 0j, x)


def power(x, exponent):
    """exp(exponent log(x)); powers of 0 have no logarithm."""
    x, exponent = pairs(x, exponent)
    found = exponential(times(exponent, logarithm()(x)))
    at_zero = (exponent.real == 0) & (exponent.imag == 0)
    return where(not_zero(x), found, Pair(at_zero.to(x.real.dtype), torch.zeros_like(x.imag)))


# Those that eager mode computes by products and roots.
POWERS = {
    0: lambda x: Pair(torch.ones_like(x.real), torch.zeros_like(x.imag)),
    0.5: square_root,
    -0.5: lambda x: reciprocal(square_root(x)),
    1: lambda x: Pair(x.real.clone(), x.imag.clone()),
    -1: reciprocal,
    2: lambda x: times(x, x),
    -2: lambda x: reciprocal(times(x, x)),
    3: lambda x: times(times(x, x), x)}


def power_of_number(x, exponent):
    special = POWERS.get(exponent) if isinstance(x, Pair) else None
    return special(x) if special else power(x, exponent)


def narrowed(x: Pair, dim: int, start: int, count: int) -> Pair:
    return Pair(x.real.narrow(dim, start, count), x.imag.narrow(dim, start, count))


def joined(parts: list, dim: int) -> Pair:
    return Pair(torch.cat([part.real for part in parts], dim),
                torch.cat([part.imag for part in parts], dim))


def product_along(x, dim, keepdim=False, *, dtype=None):
    """By halves. That of no elements is 1, in eager mode."""
    if not isinstance(x, Pair) or dtype not in (None, x.dtype) or not x.real.dim() \
            or not x.real.shape[dim]:
        return NotImplemented
    while (extent := x.real.shape[dim]) > 1:
        half = extent // 2
        halves = times(narrowed(x, dim, 0, half), narrowed(x, dim, half, half))
        x = joined([halves, narrowed(x, dim, extent - 1, 1)], dim) if extent % 2 else halves
    return x if keepdim else Pair(x.real.squeeze(dim), x.imag.squeeze(dim))


def product_of_all(x, *, dtype=None):
    if not isinstance(x, Pair) or not x.real.numel():
        return NotImplemented
    flat = Pair(x.real.reshape(-1), x.imag.reshape(-1))
    return product_along(flat, 0, dtype=dtype)


def cumulative_product(x, dim, *, dtype=None):
    """Each step multiplies by the product that ends twice as far before."""
    if not isinstance(x, Pair) or dtype not in (None, x.dtype) or not x.real.dim():
        return NotImplemented
    distance, extent = 1, x.real.shape[dim]
    while distance < extent:
        first = narrowed(x, dim, 0, distance)
        rest = times(narrowed(x, dim, distance, extent - distance),
                     narrowed(x, dim, 0, extent - distance))
        x, distance = joined([first, rest], dim), 2 * distance
    return x


def variance(x, dim=None, *, correction=None, keepdim=False):
    return sum(aten.var.correction(part, dim, correction=correction, keepdim=keepdim)
               for part in (x.real, x.imag))


def of_truths(operator):
    """The operator on whether numbers differ from 0."""
    return lambda *args: operator(*(
        not_zero(value) if isinstance(value, Pair) else value for value in args))


FUNCTIONS = {
    aten.any.default: of_truths(aten.any.default),
    aten.any.dim: of_truths(aten.any.dim),
    aten.any.dims: of_truths(aten.any.dims),
    aten.cos.default: of_parts(functions.cosine),
    aten.cosh.default: of_parts(functions.hyperbolic_cosine),
    aten.cumprod.default: cumulative_product,
    aten.dot.default: product(torch.dot),
    aten.exp2.default: lambda x: exponential(Pair(x.real * math.log(2), x.imag * math.log(2))),
    aten.expm1.default: of_parts(functions.exponential_less_one),
    aten.isnan.default: lambda x: x.real.isnan() | x.imag.isnan(),
    aten.log1p.default: of_parts(functions.logarithm_of_more),
    aten.logical_and.default: of_truths(aten.logical_and.default),
    aten.logical_not.default: of_truths(aten.logical_not.default),
    aten.logical_or.default: of_truths(aten.logical_or.default),
    aten.logical_xor.default: of_truths(aten.logical_xor.default),
    aten.mv.default: product(torch.mv),
    aten.nan_to_num.default: in_parts(aten.nan_to_num.default),
    aten.pow.Scalar: power,
    aten.pow.Tensor_Scalar: power_of_number,
    aten.pow.Tensor_Tensor: power,
    aten.prod.default: product_of_all,
    aten.prod.dim_int: product_along,
    aten.rsqrt.default: lambda x: reciprocal(square_root(x)),
    aten.sigmoid.default: of_parts(functions.sigmoid),
    aten.sin.default: of_parts(functions.sine),
    aten.sinh.default: of_parts(functions.hyperbolic_sine),
    aten.sqrt.default: square_root,
    aten.tan.default: of_parts(functions.tangent),
    aten.tanh.default: of_parts(functions.hyperbolic_tangent),
    aten.var.correction: variance,
}

#===- polynomials.py - orthogonal polynomials ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Orthogonal polynomials of a degree that is data, by the recurrences of eager mode and
in its type, so that cancellation and overflow agree. With p and q of degrees k - 1 and
k, the next one is

  Hermite H   2 x q - 2 k p                      He   x q - k p
  Laguerre    ((2 k + 1 - x) q - k p) / (k + 1)
  Legendre    ((2 k + 1) x q - k p) / (k + 1)

A loop runs up to the largest degree of a tensor, and each element keeps the polynomial
of its own degree."""

import math

import torch

from ..repetition import repeat

aten = torch.ops.aten
# Eager mode returns NaN for larger degrees of Hermite polynomials.
LIMITS = {torch.float32: 128, torch.float64: 512}


def polynomial(first, following, limits: dict = {}, correct=lambda x, n, found: found):
    """first(x) is the polynomial of degree 1; following(k, x, p, q) is the one after p and
    q, of degrees k - 1 and k. correct(x, n, found) treats special arguments."""
    def function(x, n):
        dtype = torch.result_type(x, n)
        if not dtype.is_floating_point:
            dtype = torch.get_default_dtype()
        x, n = (value.to(dtype) if isinstance(value, torch.Tensor)
                else torch.full((), value, dtype=dtype) for value in (x, n))
        if not x.numel() or not n.numel() or dtype not in LIMITS:
            return NotImplemented
        n = torch.where(n.abs() < math.inf, torch.trunc(n), -1.0)
        limit = limits.get(dtype, math.inf)
        x, n = torch.broadcast_tensors(x, n)
        found = degrees(first, following, x, n, n.amax().clamp(max=limit))
        return torch.where(n > limit, math.nan, correct(x, n, found))
    return function


def degrees(first, following, x, n, largest):
    """The polynomials of the degrees n, which are at most largest."""
    one, linear = torch.ones_like(x), first(x)
    found = torch.where(n < 0, 0.0, torch.where(n == 0, one, linear))

    def step(k, p, q, found, x, n, largest):
        degree = (k + 1).to(x.dtype)
        after = following(degree, x, p, q)
        return q, after, torch.where(n == degree + 1, after, found)
    return repeat(lambda k, p, q, found, x, n, largest: k + 1 < largest,
                  step, (one, linear, found), (x, n, largest))[2]


def at_zero(x, n, found):
    return torch.where((x == 0) & (n >= 0), 1.0, found)


def at_one(x, n, found):
    sign = torch.where((x > 0) | (torch.fmod(n, 2) == 0), 1.0, -1.0)
    return torch.where((x.abs() == 1) & (n >= 0), sign, found)


def of_all_overloads(packet, function) -> dict:
    return {getattr(packet, name): function for name in ("default", "x_scalar", "n_scalar")}


POLYNOMIALS = {
    **of_all_overloads(aten.special_hermite_polynomial_h, polynomial(
        lambda x: x + x, lambda k, x, p, q: (x + x) * q - 2 * k * p, LIMITS)),
    **of_all_overloads(aten.special_hermite_polynomial_he, polynomial(
        lambda x: x.clone(), lambda k, x, p, q: x * q - k * p, LIMITS)),
    **of_all_overloads(aten.special_laguerre_polynomial_l, polynomial(
        lambda x: 1 - x,
        lambda k, x, p, q: ((k + k + (1 - x)) * q - k * p) / (k + 1), correct=at_zero)),
    **of_all_overloads(aten.special_legendre_polynomial_p, polynomial(
        lambda x: x.clone(),
        lambda k, x, p, q: ((k + k + 1) * x * q - k * p) / (k + 1), correct=at_one)),
}

#===- gamma.py - incomplete gamma functions ------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The regularized incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x) (NIST Digital
Library of Mathematical Functions, 8.11.4 and 8.9.2): a power series for x < a + 1, otherwise
a continued fraction by the method of Lentz, until the next term is rounded away in f64."""

import math

import torch

from ..repetition import repeat
from .special import in_double, lgamma

aten = torch.ops.aten
PRECISION, MAX_STEPS = 1e-15, 20000
TINY = 1e-300


def series(a, x):
    """sum of x^k / ((a + 1) ... (a + k))"""
    def step(k, term, total, a, x):
        term = term * (x / (a + (k + 1).double()))
        return term, total + term

    def goes_on(k, term, total, a, x):
        return (k < MAX_STEPS) & ((term / total).amax() > PRECISION)
    one = torch.ones_like(x)
    return repeat(goes_on, step, (one, one), (a, x))[1]


def nonzero(x):
    return torch.where(x.abs() < TINY, TINY, x)


def fraction(a, x):
    """1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - ...))"""
    def step(k, c, d, found, factor, a, x):
        n = (k + 1).double()
        numerator = n * (a - n)
        denominator = x + 1 - a + 2 * n
        d = 1 / nonzero(denominator + numerator * d)
        c = nonzero(denominator + numerator / c)
        return c, d, found * (c * d), c * d

    def goes_on(k, c, d, found, factor, a, x):
        return (k < MAX_STEPS) & ((factor - 1).abs().amax() > PRECISION)
    first = 1 / nonzero(x + 1 - a)
    start = (torch.full_like(x, 1 / TINY), first, first, torch.zeros_like(x))
    return repeat(goes_on, step, start, (a, x))[2]


def incomplete(upper: bool):
    """Q(a, x) if `upper`, else P(a, x). Each is computed by the series or fraction
    that converges, or as 1 minus the other one."""
    def function(a, x):
        if not a.numel() or not x.numel():
            return NotImplemented
        a, x = torch.broadcast_tensors(a, x)
        usual = (a > 0) & (x > 0) & (a < math.inf) & (x < math.inf)
        # Arguments at which both loops end at once take the place of others.
        near = usual & (x < a + 1)
        far = usual & ~near
        low = torch.where(near, a, 1.0), torch.where(near, x, 0.0)
        high = torch.where(far, a, 1.0), torch.where(far, x, 2.0)
        scale = torch.exp(a * torch.log(torch.where(usual, x, 1.0)) - x
                          - lgamma(torch.where(usual, a + 1, 1.0)))
        below, above = scale * series(*low), scale * a * fraction(*high)
        found = torch.where(near, 1 - below, above) if upper else \
            torch.where(near, below, 1 - above)
        return at_limits(a, x, torch.where(usual, found, math.nan), upper)
    return function


def at_limits(a, x, found, upper: bool):
    """At 0 and infinity, in the order of eager mode, which also determines NaN."""
    at_start, at_end = (1.0, 0.0) if upper else (0.0, 1.0)
    found = torch.where(x == math.inf, at_end, found)
    found = torch.where(a == math.inf, torch.where(x == math.inf, math.nan, at_start), found)
    found = torch.where(x == 0, at_start, found)
    found = torch.where(a == 0, torch.where(x > 0, at_end, math.nan), found)
    return torch.where((a < 0) | (x < 0), math.nan, found)


GAMMA = {aten.igamma.default: in_double(incomplete(False)),
         aten.igammac.default: in_double(incomplete(True))}

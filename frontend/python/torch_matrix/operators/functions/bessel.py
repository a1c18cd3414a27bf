#===- bessel.py - Bessel functions --------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of Bessel functions of order 0 and 1: power series below NEAR,
asymptotic expansions above (NIST Digital Library of Mathematical Functions, 10.2, 10.8,
10.17, 10.25, 10.31, 10.40), in f64. For order n, with w = x - (n / 2 + 1 / 4) pi:

  near   J_n = (x/2)^n sum over k of (-1)^k (x/2)^(2k) / (k! (k+n)!)
  far    J_n = sqrt(2 / (pi x)) (P cos(w) - Q sin(w)),  Y_n with P sin(w) + Q cos(w)

I_n has the series without signs. K_n is the integral of exp(-x cosh(t)) cosh(n t),
except near 0."""

import math

import torch

from .special import in_double, polynomial

aten = torch.ops.aten
EULER = 0.57721566490153286
NEAR, TERMS = 18.0, 56
# For modified functions of the second kind, whose series cancels.
NEAR_SECOND, STEP, STEPS = 2.0, 0.1, 48


def series(order: int, sign: int, harmonic: bool = False) -> list[float]:
    """Coefficients of (x/2)^(2k), with psi(k+1) + psi(k+order+1) for the functions of
    the second kind."""
    def psi(n):
        return -EULER + sum(1 / j for j in range(1, n))
    return [sign ** k * (psi(k + 1) + psi(k + order + 1) if harmonic else 1)
            / (math.factorial(k) * math.factorial(k + order)) for k in range(TERMS)]


def asymptotic(order: int, count: int) -> list[float]:
    found = [1.0]
    for k in range(1, count):
        found.append(found[-1] * (4 * order ** 2 - (2 * k - 1) ** 2) / (8 * k))
    return found


def near_first(order: int, sign: int, x):
    half = x / 2
    return half ** order * polynomial(series(order, sign), half * half)


def phase_parts(order: int, x):
    """Factors of cosine and sine."""
    terms, inverse = asymptotic(order, 16), 1 / x
    square = -inverse * inverse
    return polynomial(terms[0::2], square), polynomial(terms[1::2], square) * inverse


def far_wave(order: int, second: bool, x):
    cosine, sine = phase_parts(order, x)
    angle = x - (order / 2 + 0.25) * math.pi
    c, s = torch.cos(angle), torch.sin(angle)
    wave = cosine * s + sine * c if second else cosine * c - sine * s
    return torch.sqrt(2 / (math.pi * x)) * wave


def first(order: int):
    def bessel_j(x):
        y = x.abs()
        value = torch.where(y < NEAR, near_first(order, -1, y.clamp(max=NEAR)),
                            far_wave(order, False, y.clamp(min=NEAR)))
        return torch.where(x < 0, -value, value) if order else value
    return bessel_j


def second(order: int):
    def bessel_y(x):
        y = x.clamp(min=1e-300, max=NEAR)
        half = y / 2
        near = 2 * torch.log(half) * near_first(order, -1, y) \
            - half ** order * polynomial(series(order, -1, True), half * half)
        near = (near - 2 / y if order else near) / math.pi
        value = torch.where(x < NEAR, near, far_wave(order, True, x.clamp(min=NEAR)))
        return torch.where(x == 0, -math.inf, torch.where(x < 0, math.nan, value))
    return bessel_y


def modified_first(order: int, scaled: bool):
    def bessel_i(x):
        y = x.abs()
        below = y.clamp(max=NEAR)
        near = near_first(order, 1, below)
        far = polynomial(asymptotic(order, 14), -1 / y.clamp(min=NEAR)) \
            / torch.sqrt(2 * math.pi * y.clamp(min=NEAR))
        if scaled:
            near = near * torch.exp(-below)
        else:
            far = far * torch.exp(y)
        value = torch.where(y < NEAR, near, far)
        return torch.where(x < 0, -value, value) if order else value
    return bessel_i


def modified_second(order: int, scaled: bool):
    """The trapezoidal rule for the integral of exp(-x cosh(t)) cosh(order t), which
    converges exponentially, is used above NEAR_SECOND."""
    def bessel_k(x):
        y = x.clamp(min=1e-300, max=NEAR_SECOND)
        near = near_second(order, y)
        above = x.clamp(min=NEAR_SECOND)
        step = STEP * torch.sqrt(NEAR_SECOND / above)
        t = torch.arange(STEPS, dtype=torch.float64) * step.unsqueeze(-1)
        terms = torch.exp(-above.unsqueeze(-1) * cosh_less_one(t)) \
            * torch.cosh(order * t)
        integral = (terms.sum(-1) - 0.5) * step
        near, far = (near * torch.exp(y), integral) if scaled else \
            (near, integral * torch.exp(-above))
        value = torch.where(x < NEAR_SECOND, near, far)
        value = torch.where(x == math.inf, 0.0, value)
        return torch.where(x == 0, math.inf, torch.where(x < 0, math.nan, value))
    return bessel_k


def cosh_less_one(t):
    """Without cancellation near 0."""
    square = t * t
    near = square * polynomial([1 / 2, 1 / 24, 1 / 720], square)
    return torch.where(t < 0.01, near, torch.cosh(t) - 1)


def near_second(order: int, x):
    half = x / 2
    logarithm = torch.log(half) * near_first(order, 1, x)
    rest = 0.5 * half ** order * polynomial(series(order, 1, True), half * half)
    return 1 / x + logarithm - rest if order else rest - logarithm


def spherical_j0(x):
    small = x.abs() < 0.5
    square = torch.where(small, x * x, 0.0)
    near = polynomial([(-1) ** k / math.factorial(2 * k + 1) for k in range(8)], square)
    return torch.where(small, near, torch.where(
        x.abs() == math.inf, 0.0, torch.sin(x) / torch.where(small, 1.0, x)))


BESSEL = {
    aten.i0.default: in_double(modified_first(0, False)),
    aten.special_bessel_j0.default: in_double(first(0)),
    aten.special_bessel_j1.default: in_double(first(1)),
    aten.special_bessel_y0.default: in_double(second(0)),
    aten.special_bessel_y1.default: in_double(second(1)),
    aten.special_i0e.default: in_double(modified_first(0, True)),
    aten.special_i1.default: in_double(modified_first(1, False)),
    aten.special_i1e.default: in_double(modified_first(1, True)),
    aten.special_modified_bessel_i0.default: in_double(modified_first(0, False)),
    aten.special_modified_bessel_i1.default: in_double(modified_first(1, False)),
    aten.special_modified_bessel_k0.default: in_double(modified_second(0, False)),
    aten.special_modified_bessel_k1.default: in_double(modified_second(1, False)),
    aten.special_scaled_modified_bessel_k0.default: in_double(modified_second(0, True)),
    aten.special_scaled_modified_bessel_k1.default: in_double(modified_second(1, True)),
    aten.special_spherical_bessel_j0.default: in_double(spherical_j0),
}

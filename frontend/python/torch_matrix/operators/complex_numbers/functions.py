#===- functions.py - functions of complex numbers ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Functions of complex numbers, by their real and imaginary parts, with the zeros, NaN
and infinities of eager mode where one part is finite. The quotient is that of Smith, whose
intermediate results do not overflow where c^2 + d^2 would:

  (a + b i) / (c + d i) = (a + b r + (b - a r) i) / (c + d r),  r = d / c, |c| >= |d|

and tanh(x + y i) = (sinh(x) cosh(x) + sin(y) cos(y) i) / (sinh(x)^2 + cos(y)^2). Circular
functions are hyperbolic ones of i z: sin(z) = -i sinh(i z), cos(z) = cosh(i z)."""

import math

import torch

SATURATED = 40.0    # tanh is 1 beyond it; the square of sinh of it is finite in f32


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


def square_root(x, y):
    """The greater part first; the other one is a quotient without cancellation."""
    greater = torch.sqrt(x.abs() / 2 + torch.hypot(x, y) / 2)
    smaller = torch.where(greater == 0, y, y / (2 * greater))
    real = torch.where(x >= 0, greater, smaller.abs())
    imag = torch.where(x >= 0, smaller, torch.copysign(greater, y))
    return torch.where(y.isinf(), math.inf, real), torch.where(y.isinf(), y, imag)


def hyperbolic_sine(x, y):
    real, imag = torch.sinh(x) * torch.cos(y), torch.cosh(x) * torch.sin(y)
    return torch.where(x == 0, x, real), torch.where(y == 0, y, imag)


def hyperbolic_cosine(x, y):
    imag = torch.sinh(x) * torch.sin(y)
    at_zero = torch.where(x == 0, x * torch.sign(y), torch.sign(x) * y)
    return torch.cosh(x) * torch.cos(y), torch.where((x == 0) | (y == 0), at_zero, imag)


def hyperbolic_tangent(x, y):
    x = x.clamp(-SATURATED, SATURATED)
    sinh, cos = torch.sinh(x), torch.cos(y)
    divisor = sinh * sinh + cos * cos
    real, imag = sinh * torch.cosh(x) / divisor, torch.sin(y) * cos / divisor
    return torch.where(x == 0, x, real), torch.where(y == 0, y, imag)


def sine(x, y):
    real, imag = hyperbolic_sine(-y, x)
    return imag, -real


def cosine(x, y):
    return hyperbolic_cosine(-y, x)


def tangent(x, y):
    real, imag = hyperbolic_tangent(-y, x)
    return imag, -real


def exponential_less_one(x, y):
    sin = torch.sin(y / 2)
    return torch.expm1(x) * torch.cos(y) - 2 * sin * sin, torch.exp(x) * torch.sin(y)


def logarithm_of_more(x, y):
    """log(1 + z), without cancellation near 0."""
    near = torch.log1p(x * (2 + x) + y * y) / 2
    far = torch.log(torch.hypot(1 + x, y))
    return torch.where(x.abs() + y.abs() < 0.5, near, far), torch.atan2(y, 1 + x)


def sigmoid(x, y):
    """1 / (1 + exp(-z)), or exp(z) / (1 + exp(z)), whose exponential is finite."""
    is_right = x >= 0
    real, imag = exponential(-x.abs(), torch.where(is_right, -y, y))
    return quotient(torch.where(is_right, 1.0, real), torch.where(is_right, 0.0, imag),
                    1 + real, imag)

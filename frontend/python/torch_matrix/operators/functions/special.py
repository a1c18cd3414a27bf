#===- special.py - special functions ------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of special functions, which neither torch-mlir nor the tiles compute.
Series and asymptotic expansions are evaluated in f64, so that cancellation does not
show in the results of f32. digamma and lgamma shift their argument by a recurrence to
the range of Stirling's series and reflect negative arguments; zeta is a sum with the
Euler-Maclaurin formula for its rest; inverse error functions solve log(erfc(y)) =
log(q) by Newton's method, in which erfcx avoids underflow. In f32, they are polynomials
of log(1 - x^2)."""

import functools
import math

import torch

from ..arithmetic import floating_type

aten = torch.ops.aten
SQRT_2, SQRT_PI = math.sqrt(2), math.sqrt(math.pi)
INFINITY, NAN = math.inf, math.nan
BERNOULLI = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6]


def in_double(function):
    """The function in f64; the type of the result is that of eager mode."""
    @functools.wraps(function)
    def decomposition(*args):
        wide = [arg.double() if isinstance(arg, torch.Tensor) else arg for arg in args]
        found = function(*wide)
        return found if found is NotImplemented else found.to(floating_type(*args))
    return decomposition


def digamma(x):
    """The reflection formula below 0, otherwise recurrence and Stirling's series."""
    y = torch.where(x < 0, 1 - x, x)
    shifted, total = y, torch.zeros_like(y)
    for _ in range(8):
        total = total + 1 / shifted
        shifted = shifted + 1
    square = 1 / (shifted * shifted)
    series = polynomial([b / (2 * k) for k, b in enumerate(BERNOULLI, 1)], square)
    value = torch.log(shifted) - 0.5 / shifted - square * series - total
    value = torch.where(y == INFINITY, INFINITY, value)
    turn = math.pi * (x - torch.round(x))    # not rounded near 0
    reflected = value - math.pi * torch.cos(turn) / torch.sin(turn)
    reflected = torch.where(x == torch.floor(x), NAN, reflected)
    pole = -torch.ones_like(x) / x
    return torch.where(x == 0, pole, torch.where(x < 0, reflected, value))


def lgamma(x):
    """log(|gamma(x)|) by Stirling's series at x + 8, less the logarithm of the product
    x (x + 1) ... (x + 7); below 1/2 by log(pi / sin(pi x)) - lgamma(1 - x)."""
    y = torch.where(x < 0.5, 1 - x, x)
    shifted, product = y, torch.ones_like(y)
    for _ in range(8):
        product = product * shifted
        shifted = shifted + 1
    inverse = 1 / shifted
    terms = [b / (2 * k * (2 * k - 1)) for k, b in enumerate(BERNOULLI, 1)]
    series = inverse * polynomial(terms, inverse * inverse)
    value = (shifted - 0.5) * torch.log(shifted) - shifted + math.log(2 * math.pi) / 2 \
        + series - torch.log(product)
    value = torch.where((x == 1) | (x == 2), 0.0, value)
    value = torch.where(y > 1e30, (torch.log(y) - 1) * y, value)
    value = torch.where(y == INFINITY, INFINITY, value)
    sine = torch.sin(math.pi * (x - torch.round(x)).abs())
    reflected = torch.log(math.pi / sine) - value
    pole = (x <= 0) & (x == torch.floor(x))
    value = torch.where(x < 0.5, reflected, value)
    return torch.where(pole | (x.abs() == INFINITY), INFINITY, value)


def polynomial(coefficients, x):
    value = torch.full_like(x, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        value = value * x + coefficient
    return value


def zeta_above_zero(s, q, terms: int = 12):
    """Hurwitz zeta for q > 0: a sum and the Euler-Maclaurin formula for its rest."""
    total = torch.zeros_like(q)
    for k in range(terms):
        total = total + torch.pow(q + k, -s)
    a = q + terms
    power = torch.pow(a, -s)
    total = total + power * (a / (s - 1) + 0.5)
    factor = s / a * power
    for k, bernoulli in enumerate(BERNOULLI, 1):
        total = total + bernoulli / math.factorial(2 * k) * factor
        factor = factor * (s + 2 * k - 1) * (s + 2 * k) / (a * a)
    return total


def zeta(s, q):
    """Terms with a negative base are a difference of two sums."""
    s, q = (v if isinstance(v, torch.Tensor) else torch.full((), v, dtype=torch.float64)
            for v in (s, q))
    s, q = torch.broadcast_tensors(s, q)
    count = torch.ceil(-q).clamp(min=0)
    last = -(q + count - 1)     # in (0, 1]
    below = zeta_above_zero(s, torch.where(count > 0, last, 1.0)) \
        - zeta_above_zero(s, torch.where(count > 0, last + count, 1.0))
    odd = torch.fmod(s, 2) != 0
    value = zeta_above_zero(s, torch.where(q > 0, q, q + count)) \
        + torch.where(odd, -below, below)
    value = torch.where((q < 0) & (s != torch.floor(s)), NAN, value)
    value = torch.where((q <= 0) & (q == torch.floor(q)), INFINITY, value)
    return torch.where(s < 1, NAN, torch.where(s == 1, INFINITY, value))


def polygamma(n, x):
    if n == 0:
        return digamma(x)
    sign = 1 if n % 2 else -1
    return sign * math.factorial(n) * zeta(float(n + 1), x)


def trigamma(x, sine):
    """By reflection below 1/2, as in eager mode; sine: that of pi x."""
    y = torch.where(x < 0.5, 1 - x, x)
    value = torch.where(y == INFINITY, 0.0, zeta_above_zero(2.0, y))
    pole = (math.pi * math.pi) / (sine * sine)
    return torch.where(x < 0.5, pole - value, value)


def polygamma_of(n, x):
    """The sine of eager mode has a rounded argument: it is not 0 at poles, and large near
    them."""
    if n != 1:
        return in_double(lambda x: polygamma(n, x))(x)
    x = x.to(floating_type(x))
    wide = x.to(torch.promote_types(x.dtype, torch.float32))
    sine = torch.sin((wide * math.pi).double())
    return trigamma(wide.double(), sine).to(x.dtype)


def erfcx(x):
    """exp(x^2) erfc(x): a continued fraction above 2."""
    y = x.abs()
    fraction = torch.zeros_like(y)
    for k in reversed(range(1, 60)):
        fraction = (k / 2) / (y + fraction)
    far = 1 / (SQRT_PI * (y + fraction))
    near = torch.exp(y * y) * torch.erfc(y)
    value = torch.where(y > 2, far, near)
    return torch.where(x < 0, 2 * torch.exp(x * x) - value, value)


def log_ndtr(x):
    below = torch.log(erfcx(-x / SQRT_2) / 2) - x * x / 2
    return torch.where(x < -1, below, torch.log1p(-torch.erfc(x / SQRT_2) / 2))


def erfc_inverse(q):
    """The y >= 0 with erfc(y) = q <= 1, by Newton's method for log(erfc(y)), which is
    concave."""
    log = torch.log(q)
    y = torch.sqrt(-log * math.pi / 4).clamp(max=40)
    for _ in range(6):
        scaled = erfcx(y)
        step = (torch.log(scaled) - y * y - log) * scaled * (SQRT_PI / 2)
        y = (y + step).clamp(min=0)
    return torch.where(q == 0, INFINITY, torch.where(q == 1, 0.0, y))


def erfinv(x):
    """From erf(y) = x near 0, where 1 - x would be rounded."""
    y = erfc_inverse(1 - x.abs())
    y = torch.where(x.abs() < 1e-2, x.abs() * (SQRT_PI / 2) * polynomial(
        [1, math.pi / 12, 7 * math.pi ** 2 / 480], x * x), y)
    y = torch.where(x < 0, -y, y)
    return torch.where(x.abs() <= 1, y, NAN)


def ndtri(p):
    lower = torch.minimum(p, 1 - p)
    y = SQRT_2 * erfc_inverse(2 * lower)
    y = torch.where(p < 0.5, -y, y)
    return torch.where((p >= 0) & (p <= 1), y, NAN)


# erfinv(x) / x as polynomials fitted for the least relative error, with the number that
# is subtracted from their variable: of w = -log(1 - x^2) below 5, and of sqrt(w) below
# 16 and above.
ERFINV_RATIO = [
    (2.5, [
        1.5014094, 0.2466403, -0.004177335, -0.0012527475, 2.1827723e-04,
        -4.9602936e-06, -3.4321226e-06, 4.6554607e-07, 1.7572964e-08, -8.748171e-09,
        3.6570438e-10]),
    (3.118034, [
        2.9513285, 1.0036198, 0.007160967, -0.005408049, 0.0038702446, -0.002574225,
        0.0013265191, -3.1637668e-04, -1.8204148e-04, 1.309703e-04]),
    (7.15, [
        7.0202975, 1.0084429, -5.0973817e-04, 8.7774715e-06, 5.354567e-06,
        -1.083602e-06, 1.7414311e-07, -7.818923e-08, 1.4377711e-08]),
]


def erfinv_ratio(w):
    root = torch.sqrt(w)
    near, middle, far = (
        polynomial(coefficients, variable - center) for variable, (center, coefficients)
        in zip((w, root, root), ERFINV_RATIO, strict=True))
    return torch.where(w < 5, near, torch.where(w < 16, middle, far))


def erfinv_f32(x):
    y = x * erfinv_ratio(-torch.log((1 - x) * (1 + x)))
    return torch.where(x.abs() == 1, INFINITY * x, y)


def ndtri_f32(p):
    """sqrt(2) erfinv(2 p - 1), from whichever of p and 1 - p is less than 1/2."""
    q = 2 * torch.minimum(p, 1 - p)
    y = SQRT_2 * (1 - q) * erfinv_ratio(-torch.log(q * (2 - q)))
    y = torch.where(q == 0, INFINITY, y)
    y = torch.where(p < 0.5, -y, y)
    return torch.where((p >= 0) & (p <= 1), y, NAN)


def by_width(single, double):
    """`single` in f32, which tiles compute, and `double` for f64."""
    def decomposition(x):
        kind = floating_type(x)
        if kind == torch.float64:
            return double(x.double())
        return single(x.float()).to(kind)
    return decomposition


SPECIAL = {
    aten.digamma.default: in_double(digamma),
    aten.erfinv.default: by_width(erfinv_f32, erfinv),
    aten.lgamma.default: in_double(lgamma),
    aten.polygamma.default: polygamma_of,
    aten.special_erfcx.default: in_double(erfcx),
    aten.special_log_ndtr.default: in_double(log_ndtr),
    aten.special_ndtri.default: by_width(ndtri_f32, ndtri),
    aten.special_zeta.default: in_double(zeta),
    aten.special_zeta.other_scalar: in_double(zeta),
    aten.special_zeta.self_scalar: in_double(zeta),
}

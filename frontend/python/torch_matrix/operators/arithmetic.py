#===- arithmetic.py - operators that torch-mlir rounds otherwise --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of operators for which torch-mlir and eager mode differ. torch-mlir
compares with scalars and divides integers in f64, rounds quotients before floor,
uses a different constant in the approximation of GELU, and supports neither integer
powers nor reciprocals of zero."""

import math

import torch
from torch._prims_common import ELEMENTWISE_TYPE_PROMOTION_KIND, elementwise_dtypes

aten = torch.ops.aten


def promoted(operator):
    """The operator itself, on two tensors of the type that they promote to."""
    def decomposition(a, b):
        if isinstance(b, torch.Tensor) and a.dtype == b.dtype:
            return NotImplemented
        return operator(*of_one_type(a, b))
    return decomposition


def renamed(operator):
    """Another operator, on two tensors of the type that they promote to."""
    return lambda a, b: operator(*of_one_type(a, b))


def of_one_type(a, b):
    dtype = torch.result_type(a, b)
    if not isinstance(b, torch.Tensor):
        return a.to(dtype), torch.full((), b, dtype=dtype)
    return a.to(dtype), b.to(dtype)


def number_first(operator):
    """The operator, whose first operand is a number, on two tensors."""
    return lambda number, x: operator(
        torch.full((), number, dtype=torch.result_type(number, x)), x)


def is_negative_integer(number) -> bool:
    return isinstance(number, int) and number < 0


def multiply(a, b):
    """torch-mlir cannot multiply 8-bit integers with numbers or truth values, and takes
    negative integers for unsigned ones in products with constants."""
    if is_negative_integer(b) and a.is_floating_point():
        return aten.mul.Tensor(a, float(b))
    is_own = a.dtype == b.dtype if isinstance(b, torch.Tensor) else False
    if is_own or torch.result_type(a, b).itemsize > 1:
        return NotImplemented
    return aten.mul.Tensor(*of_one_type(a, b))


def divide(a, b, *, rounding_mode=None):
    """Division with rounding."""
    dtype = torch.result_type(a, b)
    if rounding_mode is not None and not dtype.is_floating_point:
        return divide_integers(*of_one_type(a, b), rounding_mode)
    if rounding_mode != "floor":
        return NotImplemented
    if not isinstance(b, torch.Tensor):
        # Eager mode rounds the scalar to f32 even if elements are narrower.
        wide = torch.promote_types(dtype, torch.float32)
        return floor_of_quotient(*of_one_type(a.to(wide), b)).to(dtype)
    return floor_of_quotient(*of_one_type(a, b))


def divide_integers(a, b, rounding_mode: str):
    """torch-mlir takes negative constants for unsigned ones."""
    if a.dtype.itemsize < 4:
        return divide_integers(a.int(), b.int(), rounding_mode).to(a.dtype)
    quotient = aten.floor_divide.default(a, b)
    if rounding_mode == "floor":
        return quotient
    is_rounded = (quotient * b != a) & ((a < 0) != (b < 0))
    return torch.where(is_rounded, quotient + 1, quotient)


def floor_divide(a, b):
    is_own = isinstance(b, torch.Tensor) and a.dtype == b.dtype \
        and not a.dtype.is_floating_point and a.dtype.itemsize >= 4
    return NotImplemented if is_own else divide(a, b, rounding_mode="floor")


def sign(x):
    """torch-mlir compares constants incorrectly."""
    if x.is_complex():
        return NotImplemented
    if x.dtype == torch.bool:
        return x.clone()
    return (x > 0).to(x.dtype) - (x < 0).to(x.dtype)


def truncate(x):
    """torch-mlir multiplies with the sign."""
    if not x.is_floating_point():
        return x.clone()
    return torch.where(x < 0, torch.ceil(x), torch.floor(x))


def floor_of_quotient(a, b):
    """Floor of a quotient from the exact remainder, because rounding of the quotient
    may reach the next integer."""
    rest = torch.fmod(a, b)
    quotient = (a - rest) / b
    differ = (rest != 0) & ((b < 0) != (rest < 0))
    quotient = torch.where(differ, quotient - 1, quotient)
    lower = torch.floor(quotient)
    lower = torch.where(quotient - lower > 0.5, lower + 1, lower)
    zero_or_lower = torch.where(quotient == 0, a / b * 0, lower)
    return torch.where(b == 0, a / b, zero_or_lower)


def power(x, exponent):
    """Integer powers by repeated squaring, with wraparound; torch-mlir has none.
    Eager mode computes the exponents 0.5 and -0.5 by roots, which differ from powers
    for -infinity and -0."""
    dtype = torch.result_type(x, exponent)
    if x.dtype != dtype:
        return aten.pow.Tensor_Scalar(x.to(dtype), exponent)
    if dtype.is_floating_point and abs(exponent) == 0.5:
        return torch.sqrt(x) if exponent > 0 else torch.rsqrt(x)
    if dtype.is_floating_point or dtype.is_complex or exponent < 0:
        return NotImplemented
    result, square = torch.ones_like(x), x
    while exponent:
        result = result * square if exponent & 1 else result
        square, exponent = square * square, exponent >> 1
    return result


def reciprocal(x):
    """The lowering of torch-mlir aborts the program for zero."""
    one = torch.ones((), dtype=torch.result_type(x, 1.0))
    return aten.div.Tensor(one, x.to(one.dtype))


def gelu(x, *, approximate="none"):
    if approximate != "tanh":
        return NotImplemented
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)
    return 0.5 * x * (1 + torch.tanh(inner))


def elu(x, alpha=1.0, scale=1.0, input_scale=1.0):
    """exp(x) - 1, as computed by torch-mlir, is 0 near 0. No tile instruction computes
    expm1; the formula with tanh has no cancellation below 0."""
    tanh = torch.tanh(x * (0.5 * input_scale))
    below = 2 * tanh / (1 - tanh) if input_scale > 0 else torch.expm1(x * input_scale)
    return torch.where(x < 0, below * (alpha * scale), x * scale)


def in_floats(operator):
    """The operator on floating-point tensors of one type."""
    def decomposition(*args):
        dtype = floating_type(*args)
        if all(isinstance(arg, torch.Tensor) and arg.dtype == dtype for arg in args):
            return NotImplemented
        return operator(*[arg.to(dtype) if isinstance(arg, torch.Tensor)
                          else torch.full((), arg, dtype=dtype) for arg in args])
    return decomposition


def floating_type(*operands) -> torch.dtype:
    """The type that tensors and numbers promote to; the default type for integers."""
    return elementwise_dtypes(
        *operands, type_promotion_kind=ELEMENTWISE_TYPE_PROMOTION_KIND.INT_TO_FLOAT)[1]


def ignoring_nan(operator):
    """The other operand where one is NaN."""
    def decomposition(a, b):
        a, b = of_one_type(a, b)
        found = operator(a, b)
        if not a.is_floating_point():
            return found
        return torch.where(a != a, b, torch.where(b != b, a, found))
    return decomposition


def hypot(a, b):
    a, b = (x.abs() for x in of_one_type(a, b))
    larger, smaller = torch.maximum(a, b), torch.minimum(a, b)
    ratio = torch.where(larger == smaller, 1.0, smaller / larger)
    found = torch.where(larger == 0, 0.0, larger * torch.sqrt(1 + ratio * ratio))
    return torch.where((a == math.inf) | (b == math.inf), math.inf, found)


def angle(x):
    if x.is_complex():
        return NotImplemented
    dtype = torch.result_type(x, 1.0)
    found = torch.where(x < 0, math.pi, 0.0).to(dtype)
    return torch.where(x != x, x, found) if x.is_floating_point() else found


def round_decimals(x, *, decimals):
    """Scaled as by eager mode, which multiplies by powers of ten."""
    if not x.is_floating_point():
        return x.clone()
    scale = torch.full((), 10.0 ** abs(decimals), dtype=x.dtype)
    if decimals < 0:
        return torch.round(x / scale) * scale
    return torch.round(x * scale) / scale


def where(condition, a, b):
    """torch-mlir crashes if it converts operands to truth values or 8-bit integers."""
    if a.dtype == b.dtype or torch.result_type(a, b).itemsize > 1:
        return NotImplemented
    return aten.where.self(condition, *of_one_type(a, b))


ARITHMETIC = {
    aten.__lshift__.Scalar: renamed(aten.bitwise_left_shift.Tensor),
    aten.__lshift__.Tensor: renamed(aten.bitwise_left_shift.Tensor),
    aten.__rshift__.Scalar: renamed(aten.bitwise_right_shift.Tensor),
    aten.__rshift__.Tensor: renamed(aten.bitwise_right_shift.Tensor),
    aten.angle.default: angle,
    aten.bitwise_and.Scalar_Tensor: number_first(aten.bitwise_and.Tensor),
    aten.bitwise_and.Tensor: promoted(aten.bitwise_and.Tensor),
    aten.bitwise_left_shift.Scalar_Tensor: number_first(aten.bitwise_left_shift.Tensor),
    aten.bitwise_left_shift.Tensor: promoted(aten.bitwise_left_shift.Tensor),
    aten.bitwise_left_shift.Tensor_Scalar: renamed(aten.bitwise_left_shift.Tensor),
    aten.bitwise_right_shift.Scalar_Tensor: number_first(aten.bitwise_right_shift.Tensor),
    aten.bitwise_right_shift.Tensor: promoted(aten.bitwise_right_shift.Tensor),
    aten.bitwise_right_shift.Tensor_Scalar: renamed(aten.bitwise_right_shift.Tensor),
    aten.bitwise_or.Scalar_Tensor: number_first(aten.bitwise_or.Tensor),
    aten.bitwise_or.Tensor: promoted(aten.bitwise_or.Tensor),
    aten.bitwise_xor.Scalar_Tensor: number_first(aten.bitwise_xor.Tensor),
    aten.bitwise_xor.Tensor: promoted(aten.bitwise_xor.Tensor),
    aten.bitwise_or.Scalar: renamed(aten.bitwise_or.Tensor),
    aten.bitwise_xor.Scalar: renamed(aten.bitwise_xor.Tensor),
    aten.copysign.Scalar: in_floats(aten.copysign.Tensor),
    aten.copysign.Tensor: in_floats(aten.copysign.Tensor),
    aten.div.Scalar_mode: divide,
    aten.div.Tensor_mode: divide,
    aten.elu.default: elu,
    aten.erfc.default: in_floats(aten.erfc.default),
    aten.floor_divide.Scalar: floor_divide,
    aten.floor_divide.default: floor_divide,
    aten.fmax.default: ignoring_nan(torch.maximum),
    aten.fmin.default: ignoring_nan(torch.minimum),
    aten.fmod.Scalar: renamed(aten.fmod.Tensor),
    aten.fmod.Tensor: promoted(aten.fmod.Tensor),
    aten.gelu.default: gelu,
    aten.hypot.default: hypot,
    aten.maximum.default: promoted(aten.maximum.default),
    aten.minimum.default: promoted(aten.minimum.default),
    aten.mul.Scalar: multiply,
    aten.mul.Tensor: multiply,
    aten.nextafter.default: promoted(aten.nextafter.default),
    aten.pow.Tensor_Scalar: power,
    aten.reciprocal.default: reciprocal,
    aten.remainder.Scalar: renamed(aten.remainder.Tensor),
    aten.remainder.Scalar_Tensor: number_first(aten.remainder.Tensor),
    aten.remainder.Tensor: promoted(aten.remainder.Tensor),
    aten.round.decimals: round_decimals,
    aten.sgn.default: sign,
    aten.sign.default: sign,
    aten.trunc.default: truncate,
    aten.where.self: where,
}

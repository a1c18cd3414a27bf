#===- pairs.py - operators on pairs ---------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators on complex numbers, as pairs of real tensors. Linear operators and those
that move elements apply to both parts separately; products are four real products.
Functions are in pair_functions.py, Fourier transforms in transforms.py.
rewriting.py calls the functions of OPERATORS in place of the operators; one that returns
NotImplemented runs in eager mode."""

import math
from dataclasses import dataclass

import torch

from ..rows import PUT
from ..strides import RESTRIDE
from .functions import exponential, quotient

aten = torch.ops.aten


@dataclass(frozen=True)
class Pair:
    """A complex tensor as its real and imaginary parts, of one shape and type."""
    real: torch.Tensor
    imag: torch.Tensor

    @classmethod
    def of(cls, x: torch.Tensor) -> "Pair":
        if x.is_conj():
            return conjugate(cls.of(x.conj()))
        parts = torch.view_as_real(x)
        return cls(parts.select(-1, 0), parts.select(-1, 1))

    def joined(self) -> torch.Tensor:
        return torch.view_as_complex(torch.stack([self.real, self.imag], -1))

    @property
    def dtype(self) -> torch.dtype:
        return self.real.dtype.to_complex()

    def to(self, dtype: torch.dtype) -> "Pair":
        """dtype: of the parts"""
        return Pair(self.real.to(dtype), self.imag.to(dtype))


def is_complex(value) -> bool:
    return isinstance(value, torch.Tensor) and value.is_complex()


def pair(value, like: Pair | None = None) -> Pair:
    """A number or a tensor of real numbers becomes a pair without imaginary part."""
    if isinstance(value, Pair):
        return value
    if isinstance(value, torch.Tensor):
        return Pair(value, torch.zeros(value.shape, dtype=value.dtype))
    value, dtype = complex(value), torch.result_type(like.real, 1.0)
    return Pair(*(torch.full((), part, dtype=dtype) for part in (value.real, value.imag)))


def pairs(a, b) -> tuple[Pair, Pair]:
    """Both with parts of the type that they promote to."""
    a, b = pair(a, b), pair(b, a)
    dtype = torch.result_type(a.real, b.real)
    return a.to(dtype), b.to(dtype)


def in_parts(operator):
    """The operator, separately on real and imaginary parts."""
    def operation(x, *args, dtype=None, **kwargs):
        if not isinstance(x, Pair) or any(isinstance(arg, Pair) for arg in args):
            return NotImplemented
        if dtype is not None and not dtype.is_complex:
            return NotImplemented
        x = x if dtype is None else x.to(dtype.to_real())
        return Pair(operator(x.real, *args, **kwargs), operator(x.imag, *args, **kwargs))
    return operation


def in_parts_of_lists(operator):
    def operation(xs, *args):
        xs = [pair(x) for x in xs]
        return Pair(operator([x.real for x in xs], *args),
                    operator([x.imag for x in xs], *args))
    return operation


def added(sign: int):
    def operation(a, b, *, alpha=1):
        if isinstance(alpha, complex):
            b, alpha = product(torch.mul)(b, alpha), 1
        a, b = pairs(a, b)
        factor = sign * alpha
        return Pair(a.real + factor * b.real, a.imag + factor * b.imag)
    return operation


def product(times):
    def operation(a, b):
        a, b = pairs(a, b)
        return Pair(times(a.real, b.real) - times(a.imag, b.imag),
                    times(a.real, b.imag) + times(a.imag, b.real))
    return operation


def divide(a, b):
    if isinstance(b, complex) or isinstance(b, Pair):
        a, b = pairs(a, b)
        return Pair(*quotient(a.real, a.imag, b.real, b.imag))
    if not isinstance(b, torch.Tensor):
        return Pair(a.real / b, a.imag / b)
    a, b = pairs(a, b)
    return Pair(a.real / b.real, a.imag / b.real)


def equal(a, b):
    a, b = pairs(a, b)
    return (a.real == b.real) & (a.imag == b.imag)


def where(condition, a, b):
    a, b = pairs(a, b)
    return Pair(torch.where(condition, a.real, b.real),
                torch.where(condition, a.imag, b.imag))


def not_zero(x):
    return (x.real != 0) | (x.imag != 0)


def logarithm(base=None):
    factor = 1.0 if base is None else 1 / math.log(base)
    return lambda x: scaled(
        Pair(torch.log(absolute(x)), torch.atan2(x.imag, x.real)), factor)


def copy(x, source, non_blocking=False):
    if not isinstance(x, Pair):
        return NotImplemented
    source = pair(source, x)
    return Pair(*(aten.copy.default(*parts) for parts in (
        (x.real, source.real), (x.imag, source.imag))))


def scattered(operator):
    def operation(x, source, *args):
        if not isinstance(x, Pair):
            return NotImplemented
        source = pair(source, x)
        return Pair(operator(x.real, source.real, *args), operator(x.imag, source.imag, *args))
    return operation


def to_copy(x, *, dtype=None, **options):
    if dtype is None:
        dtype = x.dtype
    if not dtype.is_complex:
        return not_zero(x) if dtype == torch.bool else x.real.to(dtype)
    x, real = pair(x), dtype.to_real()
    return Pair(x.real.to(real), x.imag.to(real)) if x.real.dtype != real else \
        Pair(x.real.clone(), x.imag.clone())


def put(operator):
    def operation(x, dim, index, values):
        x, values = pairs(x, values)
        return Pair(operator(x.real, dim, index, values.real),
                    operator(x.imag, dim, index, values.imag))
    return operation


def full(size, value, *, dtype=None, **options):
    dtype = dtype or torch.get_default_dtype().to_complex()
    if not dtype.is_complex:
        return NotImplemented
    value = complex(value)
    return Pair(*(torch.full(size, part, dtype=dtype.to_real())
                  for part in (value.real, value.imag)))


def full_like(x, value, *, dtype=None, **options):
    return full(shape_of(x), value, dtype=dtype or x.dtype)


def empty_strided(x, size, stride, *, dtype=None, **options):
    """Strides of pairs have no effect."""
    return full(size, 0, dtype=dtype or x.dtype)


def shape_of(x):
    return x.real.shape if isinstance(x, Pair) else x.shape


def absolute(x):
    return torch.hypot(x.real, x.imag)


def direction(x):
    """0, or the number divided by its absolute value."""
    length = absolute(x)
    is_zero = length == 0
    length = torch.where(is_zero, 1.0, length)
    return Pair(torch.where(is_zero, 0.0, x.real / length),
                torch.where(is_zero, 0.0, x.imag / length))


def polar(length, angle):
    return Pair(length * torch.cos(angle), length * torch.sin(angle))


def pad(x, extents, value=0):
    if isinstance(value, complex):
        return NotImplemented
    return Pair(aten.constant_pad_nd.default(x.real, extents, value),
                aten.constant_pad_nd.default(x.imag, extents, 0))


def conjugate(x):
    """The operand is a number in gradients of products with numbers."""
    return Pair(x.real, -x.imag) if isinstance(x, Pair) else x.conjugate()


def from_view(x):
    return Pair(x.select(-1, 0), x.select(-1, 1))


def to_view(x):
    return torch.stack([x.real, x.imag], -1)


def scaled(x: Pair, factor: float) -> Pair:
    return x if factor == 1 else Pair(x.real * factor, x.imag * factor)


IN_PARTS = [
    aten.alias.default, aten.clone.default, aten.cumsum.default, aten.diagonal.default,
    aten.expand.default, aten.flip.default, aten.gather.default, aten.index.Tensor,
    aten.index_select.default, aten.mean.default, aten.mean.dim,
    aten.neg.default, aten.permute.default, aten.repeat.default, aten.select.int, aten.slice.Tensor,
    aten.squeeze.dim, aten.squeeze.dims, aten.sum.default, aten.sum.dim_IntList,
    aten.transpose.int, aten.unsqueeze.default, aten.view.default,
    aten._unsafe_view.default, torch.ops.prims.squeeze.default]

OPERATORS = {
    **{operator: in_parts(operator) for operator in IN_PARTS},
    **{PUT[reduction]: put(PUT[reduction]) for reduction in ("copy", "sum")},
    aten._conj.default: conjugate,
    aten._conj_physical.default: conjugate,
    aten._to_copy.default: to_copy,
    aten.abs.default: absolute,
    RESTRIDE: lambda x, stride: x,    # results get their strides later
    aten.add.Scalar: lambda a, b, alpha=1: added(1)(a, b, alpha=alpha),
    aten.add.Tensor: added(1),
    aten.angle.default: lambda x: torch.atan2(x.imag, x.real),
    aten.bmm.default: product(torch.bmm),
    aten.cat.default: in_parts_of_lists(aten.cat.default),
    aten.complex.default: lambda real, imag: Pair(real.clone(), imag.clone()),
    aten.constant_pad_nd.default: pad,
    aten.copy.default: copy,
    aten.div.Scalar: divide,
    aten.div.Tensor: divide,
    aten.eq.Tensor: equal,
    aten.exp.default: lambda x: Pair(*exponential(x.real, x.imag)),
    aten.full.default: full,
    aten.full_like.default: full_like,
    aten.lift_fresh_copy.default: Pair.of,
    aten.log.default: logarithm(),
    aten.log10.default: logarithm(10),
    aten.log2.default: logarithm(2),
    aten.mm.default: product(torch.mm),
    aten.mul.Scalar: product(torch.mul),
    aten.mul.Tensor: product(torch.mul),
    aten.ne.Tensor: lambda a, b: ~equal(a, b),
    aten.new_empty_strided.default: empty_strided,
    aten.polar.default: polar,
    aten.reciprocal.default: lambda x: divide(1 + 0j, x),
    aten.scalar_tensor.default: lambda value, **options: full([], value, **options),
    aten.select_scatter.default: scattered(aten.select_scatter.default),
    aten.sgn.default: direction,
    aten.slice_scatter.default: scattered(aten.slice_scatter.default),
    aten.sub.Scalar: lambda a, b, alpha=1: added(-1)(a, b, alpha=alpha),
    aten.sub.Tensor: added(-1),
    aten.view_as_complex.default: from_view,
    aten.view_as_real.default: to_view,
    aten.where.self: where,
}

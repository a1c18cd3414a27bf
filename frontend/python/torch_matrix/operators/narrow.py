#===- narrow.py - operators on elements of 16 bits -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators on bf16 or f16 that eager mode computes in f32 and rounds once. torch-mlir
also rounds intermediate results and scalars: x * 0.1 becomes a product with 0.1
rounded to bf16."""

import functools

import torch
from torch._prims_common import ELEMENTWISE_TYPE_PROMOTION_KIND, elementwise_dtypes
from torch.utils._pytree import tree_leaves, tree_map

from .arithmetic import is_negative_integer

aten = torch.ops.aten

types_of = functools.partial(
    elementwise_dtypes, type_promotion_kind=ELEMENTWISE_TYPE_PROMOTION_KIND.DEFAULT)


def rounded_once(operator, otherwise=None):
    """The operator in f32 for narrow elements; otherwise the previous decomposition."""
    def decomposition(*args, **kwargs):
        tensors = [leaf for leaf in tree_leaves((args, kwargs))
                   if isinstance(leaf, torch.Tensor)]
        wide, narrow = types_of(*tensors)
        if wide == narrow:
            return otherwise(*args, **kwargs) if otherwise else NotImplemented
        args, kwargs = tree_map(
            lambda leaf: leaf.to(wide) if isinstance(leaf, torch.Tensor) else leaf,
            (args, kwargs))
        return tree_map(lambda result: result.to(narrow), operator(*args, **kwargs))
    return decomposition


def factor(operator, otherwise=None):
    """torch-mlir also rounds once if both operands are tensors of one type. Eager mode
    rounds a scalar first operand, but not a scalar second operand."""
    once = rounded_once(operator, otherwise)

    def decomposition(a, b, **kwargs):
        if isinstance(b, torch.Tensor) and a.dim() == 0 and a.is_floating_point():
            a = a.to(torch.result_type(a, b))
        if kwargs.get("rounding_mode") == "trunc" and is_narrow(a, b):
            return torch.trunc(torch.div(a, b))
        if not isinstance(b, torch.Tensor) or a.dtype != b.dtype or kwargs:
            return once(a, b, **kwargs)
        return otherwise(a, b) if otherwise else NotImplemented
    return decomposition


def is_narrow(a, b) -> bool:
    """Whether eager mode rounds the quotient before it truncates: not if b is a number."""
    return isinstance(b, torch.Tensor) and b.dim() > 0 \
        and torch.result_type(a, b) in (torch.bfloat16, torch.float16)


def sum_with_factor(operator):
    """a + alpha * b with rounded scalars and without rounding of product and sum.
    torch-mlir takes negative integers for unsigned ones in sums with constants, and adds
    truth values to numbers without a carry."""
    def decomposition(a, b, alpha=1):
        require_no_truth(alpha, torch.result_type(a, b) == torch.bool)
        if torch.result_type(a, b) == torch.bool and alpha == 1:
            b = b if isinstance(b, torch.Tensor) else torch.full((), b, dtype=torch.bool)
            return torch.logical_or(a, b)
        if torch.result_type(a, b).is_floating_point and \
                any(map(is_negative_integer, (b, alpha))):
            b, alpha = (float(n) if is_negative_integer(n) else n for n in (b, alpha))
            return operator(a, b, alpha=alpha)
        if torch.result_type(a, b) in (torch.uint8, torch.int8):
            return sum_of_bytes(operator, a, b, alpha)
        tensors = [x for x in (a, b) if isinstance(x, torch.Tensor)]
        wide, narrow = types_of(*tensors)
        if alpha == 1 or wide == narrow:
            return NotImplemented
        b, alpha = (x if isinstance(x, torch.Tensor)
                    else torch.full((), x, dtype=narrow) for x in (b, alpha))
        return operator(a.to(wide), b.to(wide) * alpha.to(wide)).to(narrow)
    return decomposition


def difference(a, b, alpha=1):
    require_numbers(a, b, alpha)
    return sum_with_factor(aten.sub.Tensor)(a, b, alpha)


def reversed_difference(a, b, alpha=1):
    """b - alpha * a"""
    require_numbers(b, a, alpha)
    if not isinstance(b, torch.Tensor):
        b = torch.full((), b, dtype=torch.result_type(a, b))
    return aten.sub.Tensor(b, a, alpha=alpha)


def require_no_truth(alpha, of_truths: bool) -> None:
    if isinstance(alpha, bool) and not of_truths:
        raise RuntimeError("Boolean alpha only supported for Boolean results.")


def require_numbers(a, b, alpha) -> None:
    """Truth values are rejected as in eager mode; meta functions accept them."""
    def is_truth(x):
        return isinstance(x, bool) or getattr(x, "dtype", None) == torch.bool
    require_no_truth(alpha, is_truth(a) and is_truth(b))
    if is_truth(a) or is_truth(b):
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are "
            "trying to invert a mask, use the `~` or `logical_not()` operator instead.")


def sum_of_bytes(operator, a, b, alpha):
    """torch-mlir crashes on numbers beyond signed bytes."""
    if isinstance(b, torch.Tensor) and alpha == 1:
        return NotImplemented
    dtype = torch.result_type(a, b)
    least = torch.iinfo(dtype).min
    b, alpha = (x if isinstance(x, torch.Tensor) else
                torch.full((), (x - least) % 256 + least, dtype=dtype)
                for x in (b, alpha))
    return operator(a, b * alpha)


def accumulated(operator):
    """torch-mlir rounds every partial sum and product, and does not convert integers."""
    def decomposition(x, *args, dtype=None, **kwargs):
        if args and not x.dim():  # names dimension 0 of a tensor without dimensions
            return operator(x.reshape(1), FIRST[operator], dtype=dtype)
        dtype = dtype or x.dtype
        if dtype in (torch.bfloat16, torch.float16):
            return operator(x.float(), *args, **kwargs).to(dtype)
        return operator(x.to(dtype), *args, **kwargs) if x.dtype != dtype else NotImplemented
    return decomposition


def round_once(table: dict) -> None:
    """Wraps existing decompositions of the table."""
    for operator in ROUNDED_ONCE:
        table[operator] = rounded_once(operator, table.get(operator))
    for operator in FACTORS:
        table[operator] = factor(operator, table.get(operator))
    for operator in REDUCTIONS:
        table[operator] = accumulated(operator)
    for operator in (aten.add.Scalar, aten.add.Tensor):
        table[operator] = sum_with_factor(aten.add.Tensor)
    for operator in (aten.sub.Scalar, aten.sub.Tensor):
        table[operator] = difference
    for operator in (aten.rsub.Scalar, aten.rsub.Tensor):
        table[operator] = reversed_difference


ROUNDED_ONCE = [
    aten.addcdiv.default, aten.addcmul.default, aten.elu.default, aten.gelu.default,
    aten.leaky_relu.default, aten.lerp.Scalar, aten.lerp.Tensor, aten.round.decimals,
    aten.sigmoid.default, aten.var.correction, aten.var_mean.correction]

FACTORS = [
    aten.div.Scalar, aten.div.Scalar_mode, aten.div.Tensor, aten.div.Tensor_mode,
    aten.mul.Scalar, aten.mul.Tensor]

FIRST = {aten.mean.dim: [0], aten.prod.dim_int: 0}

REDUCTIONS = [aten.mean.default, aten.mean.dim, aten.prod.default, aten.prod.dim_int]

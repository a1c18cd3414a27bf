#===- formats.py - strides that PyTorch states incorrectly ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Strides of results in eager mode, for operators whose meta functions state other ones.
Some results are always row-major, and those of operators on two tensors are ordered by the
strides of the first operand that determines an order, as in all other such operators; meta
functions that are composed of several operators, such as that of copysign, lose this.
Graphs are captured with the corrected strides, whatever the backend."""

from collections.abc import Callable

import torch
from torch._decomp import meta_table
from torch._prims_common import suggest_memory_format
from torch._subclasses.fake_impls import register_op_impl
from torch._subclasses.fake_tensor import FakeTensor, in_kernel_invocation_manager
from torch.utils._pytree import tree_map_only

aten = torch.ops.aten

# Operators whose results are row-major.
ROW_MAJOR = [
    aten._standard_gamma.default, aten.isin.Tensor_Tensor, aten.log_sigmoid_forward.default,
    aten.normal.Tensor_Tensor, aten.normal.Tensor_float, aten.normal.float_Tensor,
    aten.poisson.default, aten.pow.Scalar,
    aten.rrelu_with_noise.default, aten.rrelu_with_noise_functional.default]

# Operators of two operands, which combine the elements at one place.
ITERATED = [
    aten.copysign.Scalar, aten.copysign.Tensor, aten.div.Scalar_mode, aten.div.Tensor_mode,
    aten.floor_divide.Scalar, aten.floor_divide.default, aten.heaviside.default,
    aten.logaddexp.default, aten.logical_and.default, aten.logical_or.default,
    aten.logical_xor.default, aten.special_xlog1py.default, aten.special_xlog1py.other_scalar,
    aten.special_xlog1py.self_scalar, aten.xlogy.Scalar_Other, aten.xlogy.Scalar_Self,
    aten.xlogy.Tensor]

# Operators whose first result has the memory format of the operand, or is row-major.
FORMATTED = [
    aten._native_batch_norm_legit.default, aten._native_batch_norm_legit.no_stats,
    aten._native_batch_norm_legit_functional.default,
    aten._native_batch_norm_legit_no_training.default, aten.native_batch_norm.default]


def row_major(result, *operands):
    return result.contiguous()


def iterated(result, a, b, *rest):
    a, b = (a, b) if isinstance(a, torch.Tensor) else (b, a)
    return torch.empty_like(torch.eq(a, b), dtype=result.dtype)


def formatted(result, x, *rest):
    if isinstance(result, tuple):
        return formatted(result[0], x), *result[1:]
    return torch.empty_like(result, memory_format=suggest_memory_format(x))


def of_complex(result, x):
    return row_major(result) if x.is_complex() else result


def correct(operator, correction: Callable) -> None:
    """Applies the correction to the results of the meta function. PyTorch takes operators
    apart that are not in the table of meta functions."""
    meta_table.setdefault(operator, operator)

    @register_op_impl(operator)
    def stated(mode, operator, *args, **options):
        device = next(arg.device for arg in args if isinstance(arg, torch.Tensor))
        with in_kernel_invocation_manager(mode):
            results = correction(operator(*args, **options), *args)
        return tree_map_only(torch.Tensor, lambda x: FakeTensor(mode, x, device), results)


def correct_formats() -> None:
    """In meta functions of PyTorch, for all backends."""
    for operators, correction in (
            (ROW_MAJOR, lambda result, *operands: tree_map_only(torch.Tensor, row_major, result)),
            (ITERATED, iterated), (FORMATTED, formatted), ([aten.angle.default], of_complex)):
        for operator in operators:
            correct(operator, correction)

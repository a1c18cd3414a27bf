#===- extrema.py - largest and smallest elements ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of operators based on maximum and minimum, which torch-mlir lowers to
comparisons that lose NaN. PyTorch propagates NaN: clamp and extrema return NaN, and
the index is that of the first NaN.
"""

import torch

aten = torch.ops.aten


def clamp(x, min=None, max=None):
    dtype = x.dtype
    for bound in (min, max):
        if bound is not None:
            dtype = torch.result_type(torch.empty_like(x, dtype=dtype), bound)
    y = x.to(dtype)
    y = y if min is None else torch.maximum(y, tensor_of(min, y))
    y = y if max is None else torch.minimum(y, tensor_of(max, y))
    return y.clone() if y is x else y


def tensor_of(bound, like):
    if isinstance(bound, torch.Tensor):
        return bound.to(like.dtype)
    return torch.full((), bound, dtype=like.dtype)


def max_dim(x, dim, keepdim=False):
    return with_index(torch.amax, x, dim, keepdim)


def min_dim(x, dim, keepdim=False):
    return with_index(torch.amin, x, dim, keepdim)


def argmax(x, dim=None, keepdim=False):
    return index(torch.amax, x, dim, keepdim)


def argmin(x, dim=None, keepdim=False):
    return index(torch.amin, x, dim, keepdim)


def index(reduce, x, dim, keepdim):
    if x.dtype == torch.bool:
        raise RuntimeError("argmax and argmin do not support bool input")
    if dim is not None:
        return with_index(reduce, x, dim, keepdim)[1]
    position = with_index(reduce, x.reshape(-1), 0, False)[1]
    return position.reshape([1] * x.dim()) if keepdim else position


def with_index(reduce, x, dim, keepdim):
    """The extremum and its first index; if it is NaN, the index of the first NaN. Indices are
    compared in 32 bits, because tiles have none of 64."""
    if x.dim() == 0:
        return x.clone(), torch.zeros((), dtype=torch.int64)
    value = reduce(x, dim, keepdim=True)
    found = x == value
    if x.is_floating_point():
        found = found | (x != x)
    extent = x.shape[dim]
    shape = [1] * x.dim()
    shape[dim] = extent
    indices = torch.arange(extent, dtype=torch.int32).view(shape)
    end = torch.full((), extent, dtype=torch.int32)
    first = torch.where(found, indices, end).amin(dim, keepdim=True).long()
    return (value, first) if keepdim else (value.squeeze(dim), first.squeeze(dim))


def extremum(operator):
    """torch-mlir cannot reduce tensors of rank 0, and treats true as -1."""
    def decomposition(x, dim=(), keepdim=False):
        if x.dim() == 0:
            return x.clone()
        if x.dtype != torch.bool:
            return NotImplemented
        return operator(x.int(), dim, keepdim).bool()
    return decomposition


def any_dims(x, dim=(), keepdim=False):
    """torch-mlir cannot convert any.dim on truth values, and tiles do not combine them."""
    if not x.numel() or x.is_complex():
        return NotImplemented
    if x.dim() == 0:
        return (x != 0).to(torch.uint8 if x.dtype == torch.uint8 else torch.bool)
    found = torch.amax((x != 0).int(), () if dim is None else dim, keepdim)
    return found.to(torch.uint8 if x.dtype == torch.uint8 else torch.bool)


def hardtanh(x, low=-1, high=1):
    """Bounds are converted to integers, without promotion of the operand."""
    if not x.is_floating_point():
        low, high = int(low), int(high)
    return clamp(x, low, high)


EXTREMA = {
    aten.amax.default: extremum(aten.amax.default),
    aten.amin.default: extremum(aten.amin.default),
    aten.any.default: any_dims,
    aten.any.dim: any_dims,
    aten.any.dims: any_dims,
    aten.argmax.default: argmax,
    aten.argmin.default: argmin,
    aten.clamp.default: clamp,
    aten.clamp.Tensor: clamp,
    aten.clamp_max.default: lambda x, max: clamp(x, None, max),
    aten.clamp_max.Tensor: lambda x, max: clamp(x, None, max),
    aten.clamp_min.default: clamp,
    aten.clamp_min.Tensor: clamp,
    aten.hardtanh.default: hardtanh,
    aten.max.default: lambda x: torch.amax(x),
    aten.max.dim: max_dim,
    aten.min.default: lambda x: torch.amin(x),
    aten.min.dim: min_dim,
}

#===- rows.py - custom operators that write rows ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The custom operators put_<reduction>(x, dim, index, values) write at indices of dimension
dim. If the index has one dimension, slice index[m] of x becomes its combination with slice m
of values, for each m in order. Otherwise it has the extents of the values, and selects an
element for each of them; the order is that of the indices of dimension dim. An index out of
range is an error. Programs compute them by loops (loops.py); here PyTorch computes them.

gather and scatter take an index for each element. If it has been expanded from one index
for each slice, as in layers on graphs, slices are copied instead of elements."""

import torch

aten = torch.ops.aten
FIRST_VALUES = {"sum": 0, "prod": 1}
PUT_REDUCTIONS = ["copy", "sum", "prod", "amax", "amin"]


def compute(x, dim: int, index, values, reduction: str):
    if ((index < 0) | (index >= x.shape[dim])).any():
        raise IndexError("index out of range in self")
    if index.dim() != 1 or x.dim() == 1:
        return compute_elements(x, dim, index, values, reduction)
    if reduction == "copy":
        return x.index_copy(dim, index, values)
    if reduction == "sum":
        return x.index_add(dim, index, values)
    return x.index_reduce(dim, index, values, reduction)


def compute_elements(x, dim: int, index, values, reduction: str):
    if reduction == "copy":
        return x.scatter(dim, index.long(), values)
    return x.scatter_reduce(dim, index.long(), values, reduction)


def define(reduction: str):
    def operator(x: torch.Tensor, dim: int, index: torch.Tensor,
                 values: torch.Tensor) -> torch.Tensor:
        return compute(x, dim, index, values, reduction)
    custom = torch.library.custom_op(
        f"torch_matrix::put_{reduction}", operator, mutates_args=())
    custom.register_fake(lambda x, dim, index, values: torch.empty_like(x))
    return getattr(torch.ops.torch_matrix, f"put_{reduction}").default


PUT = {reduction: define(reduction) for reduction in PUT_REDUCTIONS}


def put(x, index, values, reduction: str, dim: int = 0):
    """Truth values are written as bytes, because scratchpads have no bits."""
    if x.dtype != torch.bool:
        return PUT[reduction](x, dim, index, values)
    reduction = {"sum": "amax", "prod": "amin"}.get(reduction, reduction)
    return PUT[reduction](x.to(torch.int8), dim, index, values.to(torch.int8)) != 0


def selects_slices(index, x, dim: int) -> bool:
    return x.dim() > 1 and all(
        x.shape[other] == 1 or index.stride(other) == 0 and index.shape[other] == x.shape[other]
        for other in range(x.dim()) if other != dim)


def first_of_slices(index, dim: int):
    return index[tuple(slice(None) if other == dim else 0 for other in range(index.dim()))]


def gather(x, dim, index, *, sparse_grad=False):
    if not x.dim():    # torch-mlir does not lower it
        return aten.gather.default(x.reshape(1), 0, index.reshape(-1)).reshape(index.shape)
    if x.dim() != index.dim() or not index.numel() \
            or not selects_slices(index, x, dim % x.dim()):
        return NotImplemented
    return aten.index_select.default(x, dim, first_of_slices(index, dim % x.dim()))


def take(x, index):
    """PyTorch's decomposition reads an index of rank 0."""
    return aten.index.Tensor(x.reshape(-1), [index.reshape(-1)]).reshape(index.shape)


def index(x, indices):
    """torch-mlir compares indices with numbers of 64 bits."""
    if all(each is None or each.dtype != torch.int32 for each in indices):
        return NotImplemented
    return aten.index.Tensor(x, [each.long() if each is not None and each.dtype == torch.int32
                                 else each for each in indices])


SLICES = {aten.gather.default: gather, aten.index.Tensor: index, aten.take.default: take}

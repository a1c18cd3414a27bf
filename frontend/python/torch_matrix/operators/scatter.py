#===- scatter.py - operators that write at indices ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of operators that write rows or elements at indices: index_put,
scatter, index_add and others. torch-mlir lowers them to tm_tensor, which is not part of
MLIR. Each becomes one custom operator, put_<reduction> (rows.py), which loops.py lowers
to loops that write in the order of eager mode. Dimensions without indices stay where they
are, as one before and one after that with indices: cores divide them."""

import math

import torch

from .rows import FIRST_VALUES, first_of_slices, put, selects_slices

aten = torch.ops.aten


def strides_of(shape) -> list[int]:
    return [math.prod(shape[dim + 1:]) for dim in range(len(shape))]


def checked(index, extent: int, wraps: bool):
    """Negative indices are out of range, unless they wrap: then they count from the end, and -1
    stands for one that is out of range."""
    index = index.long()
    if not wraps:
        return index
    index = torch.where(index < 0, index + extent, index)
    return torch.where((index >= 0) & (index < extent), index, -1)


def flattened(indices: list, extents: list[int]):
    """One index for the indices of several dimensions."""
    total, invalid = 0, None
    for index, extent, stride in zip(indices, extents, strides_of(extents)):
        index = checked(index, extent, wraps=True)
        invalid = index < 0 if invalid is None else invalid | (index < 0)
        total = total + index * stride
    return torch.where(invalid, -1, total)


def put_rows(x, dims: list[int], index, values, reduction: str):
    """Writes values[m] at index[m], which counts the elements of the dimensions dims.
    Each value has the extents of the other dimensions."""
    if x.numel() == 0 or index.numel() == 0:
        return x.clone()
    order = dims + [dim for dim in range(x.dim()) if dim not in dims]
    moved = x.permute(order)
    count = math.prod(x.shape[dim] for dim in dims)
    width = x.numel() // count
    rows = put(moved.reshape(count, width), index.reshape(-1),
               values.reshape(-1, width), reduction)
    inverse = sorted(range(x.dim()), key=order.__getitem__)
    return rows.reshape(moved.shape).permute(inverse).contiguous()


def index_put(x, indices, values, accumulate=False):
    values = values.to(x.dtype)
    if any(index is not None and index.dtype in (torch.bool, torch.uint8)
           for index in indices):
        return put_mask(x, indices, values, accumulate)
    dims = [dim for dim, index in enumerate(indices) if index is not None]
    found = torch.broadcast_tensors(*[indices[dim] for dim in dims])
    rest = [extent for dim, extent in enumerate(x.shape) if dim not in dims]
    adjacent = dims == list(range(dims[0], dims[-1] + 1))
    start, rank = dims[0] if adjacent else 0, found[0].dim()
    shape = rest[:start] + list(found[0].shape) + rest[start:]
    if len(dims) == 1:
        flat = checked(found[0].reshape(-1), x.shape[start], wraps=True)
        return put_slices(x, start, flat, values.expand(shape),
                          "sum" if accumulate else "copy")
    moved = values.expand(shape).movedim(list(range(start, start + rank)),
                                         list(range(rank)))
    flat = flattened(found, [x.shape[dim] for dim in dims])
    return put_rows(x, dims, flat, moved, "sum" if accumulate else "copy")


def put_mask(x, indices, values, accumulate):
    """One value for all elements of a mask, which may differ in other dimensions; others have
    a size that is not static."""
    *before, mask = indices
    rest = x.dim() - len(before) - mask.dim()
    if any(index is not None for index in before) or rest < 0 \
            or values.dim() > rest and values.shape[-1 - rest] != 1:
        return NotImplemented
    mask = mask.bool().reshape([*mask.shape, *[1] * rest])
    if values.dim() > rest:
        shape = list(values.shape)
        values = values.reshape(shape[:-1 - rest] + [1] * (mask.dim() - rest) + shape[len(shape) - rest:])
    return torch.where(mask, x + values if accumulate else values, x)


def is_inside(index, x, dim: int) -> bool:
    return all(index.shape[other] <= x.shape[other] for other in range(x.dim())
               if other != dim)


def put_elements(x, dim, index, source, reduction):
    if x.dim() == 0:
        scattered = put_elements(x.reshape(1), 0, index.reshape(-1),
                                 source.reshape(-1), reduction)
        return scattered.reshape(())
    if index.dim() == 0:
        index, source = index.reshape(1), source.reshape(1)
    if not index.numel():
        return x.clone()
    if not is_inside(index, x, dim % x.dim()):
        return NotImplemented    # an error in eager mode
    if selects_slices(index, x, dim % x.dim()):
        return write_slices(x, dim, first_of_slices(index, dim % x.dim()),
                            source[tuple(map(slice, index.shape))], reduction)
    source = source[tuple(slice(extent) for extent in index.shape)]
    return put_along(x, dim % x.dim(), index, source.to(x.dtype), reduction)


def put_along(x, dim: int, index, source, reduction: str):
    """As scatter. Adjacent dimensions of which the index selects all become one."""
    extents, selected, place, joins = [], [], 0, False
    for each, (extent, number) in enumerate(zip(x.shape, index.shape)):
        if each != dim and extent == 1:
            continue
        if each != dim and joins and extent == number:
            extents[-1] *= extent
            selected[-1] *= extent
            continue
        place, joins = len(extents) if each == dim else place, each != dim
        extents.append(extent)
        selected.append(number)
    result = put(x.reshape(extents), index.reshape(selected), source.reshape(selected),
                 reduction, place)
    return result.reshape(x.shape)


REDUCTIONS = {
    "add": "sum",  # PyTorch's name, not an instruction
    "sum": "sum", "mean": "sum", "multiply": "prod", "prod": "prod", "amax": "amax",
    "amin": "amin"}


def scatter(x, dim, index, source, *, reduce="copy"):
    if not isinstance(source, torch.Tensor):
        source = torch.full(index.shape, source, dtype=x.dtype)
    return put_elements(x, dim, index, source, REDUCTIONS.get(reduce, reduce))


def scatter_add(x, dim, index, source):
    return put_elements(x, dim, index, source, "sum")


def scatter_reduce(x, dim, index, source, reduce, *, include_self=True):
    def at_index(x, source, reduction):
        return put_elements(x, dim, index, source, reduction)
    return reduced(x, index, source, reduce, include_self, at_index)


def reduced(x, index, source, reduce, include_self, write):
    """write(x, source, reduction) writes at the index."""
    kind, like = REDUCTIONS[reduce], torch.ones_like(source)
    start = x if include_self else write(
        x, like * first_value(kind, x.dtype), "copy")
    result = start if start is NotImplemented else write(start, source, kind)
    if reduce != "mean" or result is NotImplemented:
        return result
    wide = torch.int64 if x.dtype == torch.bool else x.dtype
    own = torch.ones_like(x) if include_self else write(
        torch.ones_like(x), torch.zeros_like(source), "copy")
    count = write(own.to(wide), like.to(wide), "sum").clamp(min=1)
    return torch.div(result, count,
                     rounding_mode=None if x.is_floating_point() else "floor")


def first_value(kind: str, dtype):
    """The value that does not change a reduction."""
    if kind not in ("amax", "amin"):
        return FIRST_VALUES[kind]
    if dtype == torch.bool:
        return torch.full((), kind == "amin", dtype=dtype)
    if dtype.is_floating_point:
        return torch.full((), math.inf if kind == "amin" else -math.inf, dtype=dtype)
    info = torch.iinfo(dtype)
    return torch.full((), info.max if kind == "amin" else info.min, dtype=dtype)


def write_slices(x, dim, index, source, reduction, wraps=False):
    """Writes slices of dimension dim of source at the indices."""
    if x.dim() == 0:
        x, source = x.reshape(1), source.reshape(1)
        return write_slices(x, 0, index, source, reduction, wraps).reshape(())
    if source.dim() != x.dim():
        return NotImplemented    # an error in eager mode
    dim = dim % x.dim()
    flat = checked(index.reshape(-1), x.shape[dim], wraps)
    return put_slices(x, dim, flat, source.to(x.dtype), reduction)


def put_slices(x, dim: int, index, values, reduction: str):
    """Writes slices of dimension dim of values, whose other extents are those of x."""
    if x.numel() == 0 or index.numel() == 0:
        return x.clone()
    before, after = math.prod(x.shape[:dim]), math.prod(x.shape[dim + 1:])
    outer, inner = [before] * (before > 1), [after] * (after > 1 or before == 1)
    rows = put(x.reshape([*outer, x.shape[dim], *inner]), index,
               values.reshape([*outer, index.numel(), *inner]), reduction, len(outer))
    return rows.reshape(x.shape)


def index_add(x, dim, index, source, *, alpha=1):
    source = source if alpha == 1 else source * alpha
    return write_slices(x, dim, index, source, "sum")


def index_copy(x, dim, index, source):
    return write_slices(x, dim, index, source.reshape(
        source.shape if source.dim() else [1] * x.dim()), "copy")


def index_fill(x, dim, index, value):
    value = value if isinstance(value, torch.Tensor) else \
        torch.full((), value, dtype=x.dtype)
    shape = list(x.shape)
    if shape:
        shape[dim] = index.numel()
    return write_slices(x, dim, index, value.to(x.dtype).expand(shape), "copy",
                        wraps=True)


def index_reduce(x, dim, index, source, reduce, *, include_self=True):
    def at_index(x, source, reduction):
        return write_slices(x, dim, index, source, reduction)
    return reduced(x, index, source, reduce, include_self, at_index)


def put_flat(x, index, source, accumulate=False):
    flat = checked(index.reshape(-1), x.numel(), wraps=True)
    return put_rows(x, list(range(x.dim())), flat, source.to(x.dtype),
                    "sum" if accumulate else "copy")


def masked_scatter(x, mask, source):
    mask, x = torch.broadcast_tensors(mask, x)
    if x.numel() == 0 or source.numel() == 0:
        return NotImplemented
    position = mask.reshape(-1).cumsum(0) - 1
    chosen = source.reshape(-1)[position.clamp(min=0)].reshape(x.shape)
    return torch.where(mask, chosen, x)


SCATTER = {
    aten._unsafe_index_put.default: index_put,
    aten.index_add.default: index_add,
    aten.index_copy.default: index_copy,
    aten.index_fill.int_Scalar: index_fill,
    aten.index_fill.int_Tensor: index_fill,
    aten.index_put.default: index_put,
    aten.index_reduce.default: index_reduce,
    aten.masked_scatter.default: masked_scatter,
    aten.put.default: put_flat,
    aten.scatter.reduce: scatter,
    aten.scatter.src: scatter,
    aten.scatter.value: scatter,
    aten.scatter.value_reduce: scatter,
    aten.scatter_add.default: scatter_add,
    aten.scatter_reduce.two: scatter_reduce,
}

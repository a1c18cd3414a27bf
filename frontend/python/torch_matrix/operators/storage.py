#===- storage.py - operators that address storage -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""as_strided and as_strided_scatter of dense tensors: tensors of programs have no strides,
but those in PyTorch are known. The tensor is flattened in the order of its storage, in
which place = offset + sum(index * stride). If each stride is a multiple of the next
smaller one, and its steps do not overlap, as_strided is composed of views and slices;
otherwise, it is an access at constant indices. Places outside of the tensor, and more
than a constant should have, are left to eager mode."""

import itertools

import torch

from ..partition import layout
from .rows import put

aten = torch.ops.aten
MAX_ELEMENTS = 1 << 16  # at places that are constants of a program


def as_strided(x, size, stride, storage_offset=None):
    start = first_place(x, storage_offset)
    steps = sorted(((step, dim) for dim, step in enumerate(stride)
                    if step and size[dim] > 1), reverse=True)
    if layout.is_dense(x) and is_nested([(size[dim], step) for step, dim in steps]) \
            and 0 <= start and start + reach(size, stride) <= x.numel():
        return nested(in_storage_order(x)[0], start, size, steps)
    places = places_of(x, size, stride, storage_offset)
    if places is None:
        return NotImplemented
    flat, _ = in_storage_order(x)
    return flat[torch.tensor(places)].reshape(size)


def first_place(x, storage_offset) -> int:
    return 0 if storage_offset is None else storage_offset - x.storage_offset()


def reach(size, stride) -> int:
    """Places from the first to the last one, both included."""
    return 1 + sum((extent - 1) * step for extent, step in zip(size, stride))


def is_nested(dims: list[tuple[int, int]]) -> bool:
    """Whether steps along a dimension are multiples of the next one's and pass over it."""
    return all(outer % inner == 0 and extent * inner <= outer
               for (_, outer), (extent, inner) in itertools.pairwise(dims))


def nested(flat, start: int, size, steps: list[tuple[int, int]]):
    """Divides the places into rows as long as the largest step, the first places of each
    into rows as long as the next one, and so on."""
    found, kept = flat.narrow(0, start, flat.numel() - start), []
    for step, dim in steps:
        found = of_extent(found, size[dim] * step).unflatten(-1, (size[dim], step))
        kept.append(dim)
    found = of_extent(found, 1).squeeze(-1)
    found = found.permute(sorted(range(len(kept)), key=kept.__getitem__))
    whole = [extent if dim in kept else 1 for dim, extent in enumerate(size)]
    return found.reshape(whole).expand(size)


def of_extent(x, extent: int):
    """The first elements of the last dimension; zeros after it are not used."""
    missing = extent - x.shape[-1]
    if missing > 0:
        return aten.constant_pad_nd.default(x, [0, missing])
    return x.narrow(-1, 0, extent)


def as_strided_scatter(x, source, size, stride, storage_offset=None):
    places = places_of(x, size, stride, storage_offset)
    if places is None or source.numel() == 0:
        return NotImplemented
    flat, order = in_storage_order(x)
    rows = put(flat.reshape(-1, 1), torch.tensor(places), source.reshape(-1, 1), "copy")
    inverse = sorted(range(x.dim()), key=order.__getitem__)
    return rows.reshape([x.shape[dim] for dim in order]).permute(inverse).contiguous()


def places_of(x, size, stride, storage_offset) -> list[int] | None:
    """Places in the storage of x; None if they are not all elements of x."""
    start = first_place(x, storage_offset)
    if not layout.is_dense(x) or torch.Size(size).numel() > MAX_ELEMENTS:
        return None
    found = [start + sum(map(int.__mul__, place, stride))
             for place in itertools.product(*map(range, size))]
    inside = all(0 <= place < x.numel() for place in found)
    return found if inside else None


def in_storage_order(x) -> tuple:
    """The elements, and the order of the dimensions."""
    order = sorted(range(x.dim()), key=lambda dim: -x.stride(dim))
    return x.permute(order).reshape(-1), order


ADDRESSED = {aten.as_strided.default: as_strided,
             aten.as_strided_scatter.default: as_strided_scatter}

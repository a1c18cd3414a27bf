#===- storage.py - operators that address storage -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""as_strided and as_strided_scatter of dense tensors as accesses at constant indices:
tensors of programs have no strides, but those in PyTorch are known. The tensor is
flattened in the order of its storage, in which place = offset + sum(index * stride).
Places outside of the tensor, and more than a constant should have, are left to eager
mode."""

import itertools

import torch

from ..partition import layout
from .rows import put

aten = torch.ops.aten
MOST_ELEMENTS = 1 << 16  # at places that are constants of a program


def as_strided(x, size, stride, storage_offset=None):
    places = places_of(x, size, stride, storage_offset)
    if places is None:
        return NotImplemented
    flat, _ = in_storage_order(x)
    if places == list(range(x.numel())):
        return flat.reshape(size)
    return flat[torch.tensor(places)].reshape(size)


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
    start = 0 if storage_offset is None else storage_offset - x.storage_offset()
    if not layout.is_dense(x) or torch.Size(size).numel() > MOST_ELEMENTS:
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

#===- sorting.py - sorted elements, medians and searches ----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of operators that sort, which torch-mlir lowers to tm_tensor. The rank
of an element is the number of elements before it in the sorted order; comparisons of
all pairs count them (rank sort, n^2 comparisons without dependences). Writing each
position at its rank gives the indices. NaN is greater than all numbers, and equal
elements keep their order, which makes ranks a permutation. topk looks for the first
ranks only, or extracts the extremum repeatedly, where that is estimated to take fewer cycles."""

import math

import torch

from ..compiler.machine import cores
from .extrema import max_dim
from .scatter import put_along

aten = torch.ops.aten

# Extents with more pairs are not sorted, and more steps are not taken.
MAX_COMPARED, MAX_STEPS = 4096, 64
LARGEST_KEY = torch.iinfo(torch.int32).max
# Cycles: of a step and of its elements in few long rows; of ranks, and on one core of a
# pair and of an element.
STEP, STEP_ELEMENT, LONG_ROWS = 3300, 5, 256
RANKS, PAIR, RANKED_ELEMENT = 2000, 0.28, 16
MAX_ORDERED = 16  # extents of which std::sort keeps the order of equal elements


def is_nan(x):
    return x != x


def precedes(a, b, descending: bool):
    """Whether a is before b in the order, and whether neither is before the other."""
    before, same = (a > b if descending else a < b), a == b
    if a.is_floating_point():
        before = before | (is_nan(a) & ~is_nan(b) if descending
                           else is_nan(b) & ~is_nan(a))
        same = same | (is_nan(a) & is_nan(b))
    return before, same


def ranks(x, descending: bool):
    """Positions in the sorted order of the last dimension."""
    places = torch.arange(x.shape[-1], dtype=torch.int32)
    keys = order_keys(x, descending)
    if keys is not None:
        return count_less(count_less(keys) * x.shape[-1] + places)
    mine, other = x.unsqueeze(-1), x.unsqueeze(-2)
    before, same = precedes(other, mine, descending)
    earlier = places.unsqueeze(0) < places.unsqueeze(1)
    return (before | (same & earlier)).sum(-1)


def count_less(keys):
    """How many keys are less than each one."""
    return (keys.unsqueeze(-2) < keys.unsqueeze(-1)).sum(-1, dtype=torch.int32)


def order_keys(x, descending: bool):
    """Numbers of 32 bits, less than the largest one, that compare as the elements in
    their order; None for types whose order they do not have."""
    if x.dtype in (torch.float16, torch.bfloat16, torch.float32):
        x = x.float()
        bits = torch.where(x == 0, 0, x.view(torch.int32))
        keys = torch.where(bits < 0, bits ^ LARGEST_KEY, bits)
        keys = torch.where(is_nan(x), LARGEST_KEY - 1, keys)
    elif x.dtype in (torch.bool, torch.int8, torch.uint8, torch.int16):
        keys = x.int()
    else:
        return None
    return ~keys if descending else keys


def sort(x, dim=-1, descending=False):
    if x.dim() == 0:
        return x.clone(), torch.zeros((), dtype=torch.int64)
    if x.is_complex() or x.numel() == 0 or x.shape[dim] > MAX_COMPARED:
        return NotImplemented
    y = x.movedim(dim, -1)
    extent = y.shape[-1]
    keys = y.int() if x.dtype == torch.bool else y
    places = torch.arange(extent).expand(y.shape)
    indices = put_along(torch.zeros_like(places), y.dim() - 1, ranks(keys, descending), places,
                        "copy")
    values = torch.gather(y, -1, indices)
    return values.movedim(-1, dim), indices.movedim(-1, dim)


def stable_sort(x, *, stable=None, dim=-1, descending=False):
    return sort(x, dim, descending)


def mode(x, dim=-1, keepdim=False):
    """The smallest of the most frequent integers, and its last place, which eager mode finds
    among few elements only."""
    if x.dim() == 0:
        return x.clone(), torch.zeros((), dtype=torch.int64)
    if x.numel() == 0 or x.shape[dim] > MAX_ORDERED or x.is_floating_point():
        return NotImplemented
    y = x.movedim(dim, -1)
    keys = y.int() if x.dtype == torch.bool else y
    count = (keys.unsqueeze(-1) == keys.unsqueeze(-2)).sum(-1)
    is_frequent = count == count.amax(-1, keepdim=True)
    least = torch.where(is_frequent, keys, keys.amax(-1, keepdim=True)).amin(-1, keepdim=True)
    places = torch.where(keys == least, torch.arange(y.shape[-1]), -1).amax(-1, keepdim=True)
    found = least.to(x.dtype).movedim(-1, dim), places.movedim(-1, dim)
    return found if keepdim else tuple(each.squeeze(dim) for each in found)


def topk(x, k, dim=-1, largest=True, sorted=True):
    if prefers_steps(x, k, dim):
        return extract(x, k, dim, largest)
    if x.dim() and x.shape[dim] > MAX_COMPARED // 4:
        return NotImplemented if k > MAX_STEPS or x.is_complex() else extract(x, k, dim, largest)
    if not 0 < k <= MAX_STEPS or x.dim() == 0 or x.is_complex() or x.numel() == 0:
        found = sort(x, dim, largest)
        if found is NotImplemented or x.dim() == 0:
            return found
        return tuple(each.narrow(dim, 0, k) for each in found)
    return first_ranks(x.movedim(dim, -1), k, dim, largest)


def first_ranks(x, k: int, dim: int, largest: bool):
    """The elements with the first ranks, of which each is found among all."""
    place = ranks(x.int() if x.dtype == torch.bool else x, largest)
    is_here = place.unsqueeze(-2) == torch.arange(k, dtype=torch.int32).unsqueeze(-1)
    places = torch.arange(x.shape[-1], dtype=torch.int32)
    indices = torch.where(is_here, places, -1).amax(-1).long()
    return tuple(each.movedim(-1, dim) for each in (torch.gather(x, -1, indices), indices))


def prefers_steps(x, k: int, dim: int) -> bool:
    """Whether k steps of extraction take fewer cycles than ranks, by a linear fit to
    measurements of several sizes on machines of 1 to 32 cores. All cores compare pairs and
    move elements; a step is a chain of reductions, whose rows, unless it is a single one,
    are not divided over them."""
    if not 0 < k <= MAX_STEPS or x.dim() == 0 or x.numel() == 0 or x.is_complex():
        return False
    count, extent = x.numel(), x.shape[dim]
    step = STEP + (STEP_ELEMENT * count if 1 < count // extent < LONG_ROWS <= extent else 0)
    return k * step < RANKS + (PAIR * count * extent + RANKED_ELEMENT * count) / cores()


def extract(x, k: int, dim: int, largest: bool):
    """Finds the first of the remaining elements k times."""
    extent = torch.full((), x.shape[dim], dtype=torch.int32)
    places = torch.arange(x.shape[dim], dtype=torch.int32).view(
        [-1 if d == dim % x.dim() else 1 for d in range(x.dim())])
    found, taken = [], torch.zeros_like(x, dtype=torch.bool)
    for _ in range(k):
        value = first_value(x, taken, dim, largest)
        same = precedes(x, value, largest)[1] & ~taken
        index = torch.where(same, places, extent).amin(dim, keepdim=True)
        found.append((value, index.long()))
        taken = taken | (places == index)
    return tuple(torch.cat(each, dim) for each in zip(*found))


def first_value(x, taken, dim: int, largest: bool):
    """The first one in the order that is not taken. NaN is the greatest value, but amin is
    NaN if any element is: NaN is found last, after infinity."""
    last = last_value(x.dtype, largest)
    rest = torch.where(taken, last, x)
    if largest:
        return torch.amax(rest, dim, keepdim=True)
    if not x.is_floating_point():
        return torch.amin(rest, dim, keepdim=True)
    value = torch.amin(torch.where(is_nan(rest), last, rest), dim, keepdim=True)
    is_number = ((x == value) & ~taken).any(dim, keepdim=True)
    return torch.where(is_number, value, torch.full((), math.nan, dtype=x.dtype))


def last_value(dtype, largest: bool):
    """The value that is last in the order."""
    if dtype.is_floating_point:
        return torch.full((), -math.inf if largest else math.inf, dtype=dtype)
    info = torch.iinfo(dtype)
    return torch.full((), info.min if largest else info.max, dtype=dtype)


def kthvalue(x, k, dim=-1, keepdim=False):
    found = sort(x, dim)
    if found is NotImplemented or x.dim() == 0:
        return found
    return selected(found, dim, k - 1, keepdim)


def selected(found: tuple, dim: int, place: int, keepdim: bool) -> tuple:
    return tuple(each.narrow(dim, place, 1) if keepdim else each.select(dim, place)
                 for each in found)


def median_dim(x, dim, keepdim=False):
    """The first NaN if there is one, otherwise the lower of the middle elements."""
    if x.dim() == 0:
        return x.clone(), torch.zeros((), dtype=torch.int64)
    found = kthvalue(x, (x.shape[dim] + 1) // 2, dim, True)
    if found is NotImplemented:
        return found
    if x.is_floating_point():
        largest = max_dim(x, dim, True)
        found = tuple(torch.where(is_nan(largest[0]), nan, own)
                      for nan, own in zip(largest, found))
    return found if keepdim else tuple(each.squeeze(dim) for each in found)


def nanmedian_dim(x, dim, keepdim=False):
    """NaN is last in the sorted order: the middle is that of the numbers."""
    if not x.is_floating_point():
        return median_dim(x, dim, keepdim)
    found = sort(x, dim)
    if found is NotImplemented or x.dim() == 0:
        return found
    count = (~is_nan(x)).sum(dim, keepdim=True)
    place = ((count - 1).clamp(min=0)) // 2
    chosen = tuple(torch.gather(each, dim, place) for each in found)
    return chosen if keepdim else tuple(each.squeeze(dim) for each in chosen)


def of_all(operator):
    def decomposition(x):
        found = operator(x.reshape(-1), 0)
        return found if found is NotImplemented else found[0]
    return decomposition


def searchsorted(sorted_sequence, x, *, out_int32=False, right=False, side=None,
                 sorter=None):
    """The number of boundaries before each element. NaN is after all numbers."""
    if sorted_sequence.dim() == 0:
        return NotImplemented    # an error in eager mode
    right = right or side == "right"
    dtype = torch.int32 if out_int32 else torch.int64
    if sorter is not None:
        sorted_sequence = torch.gather(sorted_sequence, -1, sorter)
    common = torch.result_type(sorted_sequence, x)
    x = x.to(common) if isinstance(x, torch.Tensor) else torch.full((), x, dtype=common)
    sorted_sequence = sorted_sequence.to(common)
    if sorted_sequence.dim() == 1:
        boundaries = sorted_sequence.view([1] * x.dim() + [-1])
    else:
        boundaries = sorted_sequence.unsqueeze(-2)
    mine = x.unsqueeze(-1)
    before = ~(boundaries > mine) if right else ~(boundaries >= mine)
    return before.sum(-1).to(dtype)


def bucketize(x, boundaries, *, out_int32=False, right=False):
    return searchsorted(boundaries, x, out_int32=out_int32, right=right)


SORTING = {
    aten.bucketize.Scalar: bucketize,
    aten.bucketize.Tensor: bucketize,
    aten.kthvalue.default: kthvalue,
    aten.median.default: of_all(median_dim),
    aten.median.dim: median_dim,
    aten.mode.default: mode,
    aten.nanmedian.default: of_all(nanmedian_dim),
    aten.nanmedian.dim: nanmedian_dim,
    aten.searchsorted.Scalar: searchsorted,
    aten.searchsorted.Tensor: searchsorted,
    aten.sort.default: sort,
    aten.sort.stable: stable_sort,
    aten.topk.default: topk,
}

#===- segments.py - reductions of segments, and histograms ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of reductions over segments of unequal lengths, and of histograms.
Comparisons with the bounds assign the elements to segments and to bins."""

import math

import torch

from .requirements import finite_range

aten = torch.ops.aten
MAX_COMPARED = 1 << 20
REDUCTIONS = dict(
    sum=(0.0, lambda x, dim: x.sum(dim)), mean=(0.0, lambda x, dim: x.sum(dim)),
    prod=(1.0, lambda x, dim: x.prod(dim)),
    max=(-math.inf, lambda x, dim: x.amax(dim)), min=(math.inf, lambda x, dim: x.amin(dim)))
COMBINED = dict(sum=torch.add, mean=torch.add, prod=torch.mul,
                max=torch.maximum, min=torch.minimum)


def segment_reduce(x, reduce, *, lengths=None, indices=None, offsets=None, axis=0,
                   unsafe=False, initial=None):
    bounds = lengths if offsets is None else offsets
    if indices is not None or bounds is None or not x.is_floating_point() \
            or not unsafe and offsets is None:
        return NotImplemented
    ends = lengths.cumsum(axis) if offsets is None else offsets.narrow(
        axis, 1, offsets.shape[axis] - 1)
    starts = ends - lengths if offsets is None else offsets.narrow(
        axis, 0, offsets.shape[axis] - 1)
    extent = x.shape[axis]
    if not extent or not x.numel() or x.numel() * starts.shape[axis] > MAX_COMPARED:
        return NotImplemented
    return reduced(x, reduce, starts, ends, axis, initial)


def reduced(x, reduce, starts, ends, axis, initial):
    places = torch.arange(x.shape[axis])
    inside = (places >= starts.unsqueeze(-1)) & (places < ends.unsqueeze(-1))
    # [..., segment, place, ...]
    inside = inside.reshape(list(inside.shape) + [1] * (x.dim() - axis - 1))
    neutral, operator = REDUCTIONS[reduce]
    found = operator(torch.where(inside, x.unsqueeze(axis), neutral), axis + 1)
    if initial is not None:
        found = COMBINED[reduce](found, torch.full((), initial, dtype=x.dtype))
    if reduce != "mean":
        return found
    count = (ends - starts).reshape(inside.shape[:axis + 1] + inside.shape[axis + 2:])
    mean = found / count.clamp(min=1)
    return mean if initial is not None else torch.where(count == 0, math.nan, mean)


def histogram(x, bins, *, range=None, weight=None, density=False):
    """Bins of equal widths. The last one contains its upper bound."""
    if not x.numel() or x.numel() * (bins + 1) > MAX_COMPARED:
        return NotImplemented
    if range is None:
        low, high = finite_range(x)
        low, high = (torch.where(low == high, bound + move, bound)
                     for bound, move in ((low, -0.5), (high, 0.5)))
    else:
        low, high = (torch.full((), bound, dtype=x.dtype) for bound in range)
        if range[0] == range[1]:
            low, high = low - 0.5, high + 0.5
    edges = between(low, high, bins)
    return counted(x, edges, weight, density), edges


def between(low, high, steps: int):
    """The numbers of linspace, which start from both ends."""
    places, step = torch.arange(steps + 1), (high - low) / steps
    return torch.where(places < (steps + 1) // 2, low + step * places,
                       high - step * (steps - places))


def counted(x, edges, weight, density):
    flat = x.reshape(-1, 1)
    last = torch.arange(edges.shape[0] - 1) == edges.shape[0] - 2
    inside = (flat >= edges[:-1]) & ((flat < edges[1:]) | last & (flat == edges[1:]))
    weights = torch.ones_like(flat) if weight is None else weight.reshape(-1, 1)
    found = torch.where(inside, weights, 0.0).sum(0)
    return found / (found.sum() * (edges[1:] - edges[:-1])) if density else found


def histogram_of_bins(x, bins, *, weight=None, density=False):
    if not x.numel() or x.numel() * bins.numel() > MAX_COMPARED:
        return NotImplemented
    return counted(x, bins, weight, density), bins.clone()


SEGMENTS = {
    aten.histogram.bin_ct: histogram,
    aten.histogram.bins_tensor: histogram_of_bins,
    aten.segment_reduce.default: segment_reduce,
}

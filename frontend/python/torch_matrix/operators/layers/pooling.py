#===- pooling.py - maxima with their indices ------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Maxima of windows with their indices, which torch-mlir finds incorrectly for NaN. The
elements at one place of all windows are a strided slice; slices are compared one after
another, in the order of eager mode. Few windows of different extents are slices instead,
whose elements are compared along one dimension after another."""

import functools
import itertools
import math

import torch

from ..sorting import is_nan

aten = torch.ops.aten
MAX_PLACES = 64  # in a window
MAX_WINDOWS = 32  # of different extents along a dimension, which are slices each
BEYOND = torch.iinfo(torch.int32).max


def max_pool(rank: int):
    def decomposition(x, kernel, stride=(), padding=0, dilation=1, ceil_mode=False):
        kernel = each(kernel, rank)
        stride = each(stride, rank) if stride else kernel
        windows = [Windows(*extents, ceil_mode) for extents in zip(
            x.shape[-rank:], kernel, stride, each(padding, rank), each(dilation, rank))]
        if math.prod(kernel) > MAX_PLACES:
            return NotImplemented
        return largest(x, windows)
    return decomposition


def each(value, rank: int) -> list[int]:
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    return values * rank if len(values) == 1 else values


class Windows:
    """The windows along one dimension."""

    def __init__(self, extent, kernel, stride, padding, dilation, ceil_mode):
        self.extent, self.kernel, self.stride = extent, kernel, stride
        self.padding, self.dilation = padding, dilation
        steps = extent + 2 * padding - dilation * (kernel - 1) - 1
        self.count = (steps + (stride - 1) * ceil_mode) // stride + 1
        if ceil_mode and (self.count - 1) * stride >= extent + padding:
            self.count -= 1

    def places(self, place: int) -> list[int]:
        """In the operand, of the elements at one place of the windows."""
        return [window * self.stride - self.padding + place * self.dilation
                for window in range(self.count)]

    def first(self) -> list[int]:
        """The first places inside of the operand."""
        return [start if start >= 0 else start % self.dilation
                for start in self.places(0)]

    def pad(self) -> list[int]:
        """Elements to be added at both ends."""
        return [self.padding, max(0, self.places(self.kernel - 1)[-1] + 1 - self.extent)]

    def elements(self, padded, dim: int, place: int):
        """Those at one place of the windows."""
        start = place * self.dilation
        return aten.slice(padded, dim, start, start + (self.count - 1) * self.stride + 1,
                          self.stride)


class UnequalWindows:
    """The windows of adaptive pooling, which have different extents. Windows shorter than
    the longest one repeat their last element."""

    def __init__(self, extent: int, count: int):
        self.extent, self.count = extent, count
        self.starts = [number * extent // count for number in range(count)]
        self.ends = [-(-(number + 1) * extent // count) for number in range(count)]
        self.kernel = max(end - start for start, end in zip(self.starts, self.ends))

    def places(self, place: int) -> list[int]:
        return [min(start + place, end - 1) for start, end in zip(self.starts, self.ends)]

    def first(self) -> list[int]:
        return self.starts

    def pad(self) -> list[int]:
        return [0, 0]

    def elements(self, x, dim: int, place: int):
        return x.index_select(dim, torch.tensor(self.places(place)))


def adaptive_max_pool(rank: int):
    """PyTorch's decomposition is that of equal windows."""
    def decomposition(x, counts):
        windows = [UnequalWindows(*sizes)
                   for sizes in zip(x.shape[-rank:], each(counts, rank))]
        if max(window.count for window in windows) <= MAX_WINDOWS and x.is_floating_point():
            return largest_of_slices(x, windows)
        if math.prod(each.kernel for each in windows) > MAX_PLACES:
            return NotImplemented
        return largest(x, windows)
    return decomposition


def largest_of_slices(x, windows: list) -> tuple:
    """Maxima of the windows, along one dimension after another, and their linear indices:
    the first one of equal elements, and the last one of NaN, whose positions are complements.
    In the last dimension, elements of windows are reduced, and in others, slices compared."""
    key = literal(list(range(math.prod(x.shape[-len(windows):]))), list(x.shape[-len(windows):]))
    key = torch.where(is_nan(x), ~key, key)
    for dim, window in enumerate(windows, -len(windows)):
        best, keys = [], []
        for start, end in zip(window.starts, window.ends):
            here, own = x.narrow(dim, start, end - start), key.narrow(dim, start, end - start)
            greatest = here.amax(dim) if dim == -1 \
                else functools.reduce(torch.maximum, here.unbind(dim))
            is_found = (here == greatest.unsqueeze(dim)) | (own < 0)
            best.append(greatest)
            keys.append(torch.where(is_found, own, BEYOND).amin(dim))
        x, key = torch.stack(best, dim), torch.stack(keys, dim)
    return x, torch.where(key < 0, ~key, key).long()


def largest(x, windows: list) -> tuple:
    """Maxima of the windows and their linear indices in the operand, which are selected in
    32 bits. The first of equal elements is kept, and a NaN replaces any number."""
    least = -math.inf if x.is_floating_point() else torch.iinfo(x.dtype).min
    pads = sum((each.pad() for each in reversed(windows)), [])
    padded = aten.constant_pad_nd.default(x, pads, least) if any(pads) else x
    best = torch.full([*x.shape[:-len(windows)], *(each.count for each in windows)],
                      least, dtype=x.dtype)
    index = indices([each.first() for each in windows], windows).expand(best.shape)
    for places in itertools.product(*(range(each.kernel) for each in windows)):
        here = padded
        for dim, (each, place) in enumerate(zip(windows, places), -len(windows)):
            here = each.elements(here, dim, place)
        found = indices([each.places(place)
                         for each, place in zip(windows, places)], windows)
        greater = (here > best) | is_nan(here) if x.is_floating_point() else here > best
        best, index = torch.where(greater, here, best), torch.where(greater, found, index)
    return best, index.long()


def indices(places: list[list[int]], windows: list):
    """The linear indices of elements, given their positions in each dimension."""
    total = [0]
    for own, each in zip(places, windows):
        total = [before * each.extent + place for before in total for place in own]
    return literal(total, [len(own) for own in places])


def literal(numbers: list[int], shape: list[int]):
    """Nested lists: a view of the literal would change it in place."""
    for extent in reversed(shape[1:]):
        numbers = [numbers[start:start + extent] for start in range(0, len(numbers), extent)]
    return torch.tensor(numbers, dtype=torch.int32)


ADAPTIVE = {aten.adaptive_max_pool2d.default: adaptive_max_pool(2),
            aten.adaptive_max_pool3d.default: adaptive_max_pool(3)}

INDEXED = {aten.max_pool2d_with_indices.default: max_pool(2),
           aten.max_pool3d_with_indices.default: max_pool(3)}


# torch-mlir expects a batch.
def with_batch(operator, rank: int):
    def decomposition(x, *args, **kwargs):
        if x.dim() > rank + 1:
            return NotImplemented
        found = operator(x.unsqueeze(0), *args, **kwargs)
        return tuple(each.squeeze(0) for each in found) if isinstance(found, tuple) \
            else found.squeeze(0)
    return decomposition


POOLING = {operator: with_batch(operator, rank) for operator, rank in {
    aten.avg_pool2d.default: 2, aten.avg_pool3d.default: 3,
    aten.max_pool2d_with_indices.default: 2,
    aten.max_pool3d_with_indices.default: 3}.items()}

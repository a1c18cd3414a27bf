#===- maxima.py - gradients of maximum pooling ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Gradients of maximum pooling without writes at indices. For each place in the windows, the
gradients of the windows whose maximum is there are the elements of a smaller image. Along a
dimension, places with equal remainders by the stride are images shifted by whole strides,
which are added; the sums of all remainders alternate in the result."""

import itertools
import math

import torch

from .gradients import each
from .pooling import MAX_PLACES, Windows
from .windows import at_indices, cropped, wide

aten = torch.ops.aten


def positions(windows: list, places: tuple):
    """The linear indices of the elements at a place of the windows; negative for padding."""
    total, beyond = None, -math.prod(window.extent for window in windows)
    for window, place in zip(windows, places):
        start = place * window.dilation - window.padding
        here = torch.arange(window.count, dtype=torch.int32) * window.stride + start
        if start < 0 or start + (window.count - 1) * window.stride >= window.extent:
            here = torch.where((here >= 0) & (here < window.extent), here, beyond)
        total = here if total is None else (total * window.extent).unsqueeze(-1) + here
    return total


def placed(parts: list, dim: int, window: Windows):
    """The sum of images whose elements are, along the dimension, at the places of windows."""
    stride, sums = window.stride, {}
    extent = -(-window.extent // stride)
    for place, part in enumerate(parts):
        shift, rest = divmod(place * window.dilation - window.padding, stride)
        part = cropped(part, dim, -shift, extent)
        sums[rest] = sums[rest] + part if rest in sums else part
    zero = torch.zeros_like(next(iter(sums.values())))
    found = torch.stack([sums.get(rest, zero) for rest in range(stride)], dim)
    return found.flatten(dim - 1, dim).narrow(dim, 0, window.extent)


def max_pool_backward(rank: int):
    otherwise = at_indices(rank, -1)

    def decomposition(grad, x, kernel, stride, padding, dilation, ceil_mode, index):
        kernel = each(kernel, rank)
        extents = zip(x.shape[-rank:], kernel, each(stride, rank) if stride else kernel,
                      each(padding, rank), each(dilation, rank))
        windows = [Windows(*values, ceil_mode) for values in extents]
        if math.prod(kernel) > MAX_PLACES:
            return otherwise(grad, x, index)
        grad, index = wide(grad), index.int()
        images = [torch.where(index == positions(windows, places), grad, 0.0)
                  for places in itertools.product(*map(range, kernel))]
        for dim, window in zip(range(-1, -rank - 1, -1), windows[::-1]):
            images = [placed(list(parts), dim, window)
                      for parts in zip(*[iter(images)] * window.kernel)]
        return images[0]
    return decomposition


MAXIMA = {aten.max_pool2d_with_indices_backward.default: max_pool_backward(2),
          aten.max_pool3d_with_indices_backward.default: max_pool_backward(3)}

#===- transposed.py - transposed convolutions -----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Transposed convolutions as convolutions. torch-mlir inserts zeros between the elements
of the operand; of the products with a filter, those with zeros are one in each element
of a stride. If strides divide the filter, each position between two elements (a phase)
has taps of its own instead, as many as the others, and is a set of channels:

    filter  a b c d, stride 2:    phase 0: c a,  phase 1: d b    (of elements i - 1, i)

Otherwise filters would need taps that are zero, whose products with infinities are NaN.

If an image has fewer elements than channels, as at the beginning of a generator, most of
the time would be that of rearranging the filter. Its products with all elements are added
up where they overlap instead.
"""

import itertools
import math

import torch

from .gradients import Windows, each

aten = torch.ops.aten
MAX_ADDED = 4  # products for each element of the result


def convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding,
                groups):
    if not transposed:
        return NotImplemented
    rank = x.dim() - 2
    windows = Windows(*(each(value, rank) for value in (stride, padding, dilation)))
    behind = each(output_padding, rank)
    has_phases = max(windows.dilation) == 1 and x.dtype.is_floating_point and all(
        size % step == 0 for size, step in zip(weight.shape[2:], windows.stride))
    few_products = groups == 1 and has_few_products(x, weight, windows)
    if has_phases and (few_products or max(windows.stride) > 1):
        phases = (by_products if few_products else in_phases)(x, weight, windows, groups)
        found = interleaved(phases, x, weight, windows, behind)
        return found if bias is None else found + bias.view([-1] + [1] * rank)
    if groups > 1 and groups == x.shape[1]:  # torch-mlir rejects these
        return of_each_channel(x, weight, bias, windows, behind, groups)
    return NotImplemented


def has_few_products(x, weight, windows: Windows) -> bool:
    """Whether there are fewer products than elements of the filter, and few of them are added
    up. Sums of narrow products would be rounded several times."""
    overlapping = math.prod(
        size // step for size, step in zip(weight.shape[2:], windows.stride))
    if all(extent == 1 for extent in x.shape[2:]):
        return True
    return x.numel() // x.shape[1] <= x.shape[1] and overlapping <= MAX_ADDED \
        and (overlapping == 1 or x.dtype == torch.float32)


def by_products(x, weight, windows: Windows, groups: int):
    """The products of each element with the filter, shifted by their taps and added."""
    rank, steps, outputs = x.dim() - 2, windows.stride, weight.shape[1]
    taps = [size // step for size, step in zip(weight.shape[2:], steps)]
    pairs = [extent for pair in zip(taps, steps) for extent in pair]
    of_taps, of_steps = list(range(0, 2 * rank, 2)), list(range(1, 2 * rank, 2))
    if all(extent == 1 for extent in x.shape[2:]):
        products = x.flatten(1) @ weight.flatten(1)
        return products.reshape(-1, outputs, *pairs).permute(
            0, 1, *(dim + 2 for dim in of_steps + of_taps))
    elements = x.movedim(1, 0).flatten(1)
    products = (weight.flatten(1).t() @ elements).reshape(
        outputs, *pairs, x.shape[0], *x.shape[2:])
    # (taps, ..., batch, outputs, steps, ..., elements, ...)
    products = products.permute(
        *(dim + 1 for dim in of_taps), 2 * rank + 1, 0, *(dim + 1 for dim in of_steps),
        *range(2 * rank + 2, 3 * rank + 2))
    total = None
    for tap in itertools.product(*map(range, taps)):
        pads = [number for own, count in zip(reversed(tap), reversed(taps))
                for number in (own, count - 1 - own)]
        shifted = aten.constant_pad_nd.default(products[tap], pads)
        total = shifted if total is None else total + shifted
    return total


def in_phases(x, weight, windows: Windows, groups: int):
    """A convolution with one set of output channels for each phase."""
    rank, steps = x.dim() - 2, windows.stride
    taps = [size // step for size, step in zip(weight.shape[2:], steps)]
    # (groups, inputs, outputs, taps, step, ...) to (groups, outputs, steps, inputs, taps)
    split = weight.reshape(groups, -1, weight.shape[1],
                           *(extent for pair in zip(taps, steps) for extent in pair))
    order = [0, 2, *range(4, 4 + 2 * rank, 2), 1, *range(3, 3 + 2 * rank, 2)]
    filters = split.permute(order).flatten(0, 1 + rank).flip(list(range(2, 2 + rank)))
    phases = aten.convolution.default(
        x, filters, None, [1] * rank, [tap - 1 for tap in taps], [1] * rank, False,
        [0] * rank, groups)
    return phases.reshape(x.shape[0], -1, *steps, *phases.shape[2:])


def interleaved(phases, x, weight, windows: Windows, behind: list[int]):
    """The phases (batch, outputs, steps, ..., extents, ...), interleaved along the dimensions
    and cropped to the padding."""
    rank, steps = x.dim() - 2, windows.stride
    extents = phases.shape[2 + rank:]
    found = phases.permute(0, 1, *(dim for pair in zip(
        range(2 + rank, 2 + 2 * rank), range(2, 2 + rank)) for dim in pair))
    found = found.reshape(x.shape[0], -1, *map(math.prod, zip(extents, steps)))
    pads = []  # negative ones crop
    for before, after, whole, size, step, kernel in zip(
            windows.padding, behind, found.shape[2:], x.shape[2:], steps, weight.shape[2:]):
        wanted = (size - 1) * step - 2 * before + kernel + after
        pads = [-before, wanted + before - whole, *pads]
    return aten.constant_pad_nd.default(found, pads) if any(pads) else found


def of_each_channel(x, weight, bias, windows: Windows, behind: list[int], groups: int):
    rank, pads = x.dim() - 2, []
    for dim, (step, before, spread, after) in enumerate(zip(
            windows.stride, windows.padding, windows.dilation, behind), 2):
        x = with_zeros(x, dim, step)
        reach = spread * (weight.shape[dim] - 1) - before
        pads = [reach, reach + after, *pads]
    flipped = weight.flatten(0, 1).unsqueeze(1).flip(list(range(2, rank + 2)))
    return aten.convolution.default(
        aten.constant_pad_nd.default(x, pads), flipped, bias, [1] * rank, [0] * rank,
        windows.dilation, False, [0] * rank, groups)


def with_zeros(x, dim: int, step: int):
    """Zeros between the elements along a dimension."""
    if step == 1:
        return x
    extent = (x.shape[dim] - 1) * step + 1
    rows = x.unsqueeze(dim + 1)
    pads = [0, 0] * (x.dim() - 1 - dim) + [0, step - 1]
    return aten.constant_pad_nd.default(rows, pads).flatten(dim, dim + 1).narrow(dim, 0, extent)


TRANSPOSED = {aten.convolution.default: convolution}

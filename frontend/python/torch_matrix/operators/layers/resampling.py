#===- resampling.py - images at other coordinates ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of operators that sample images. If the coordinates are known, the
samples along a dimension are a product with a matrix of weights, one for the rows and
one for the columns (a separable filter). Coordinates that are data gather the elements
at the corners around each place, weighted by the distances."""

import itertools

import torch

aten = torch.ops.aten
NEAREST = 1  # of interpolation modes; 0 is linear
ZEROS, BORDER = 0, 1  # of padding modes; 2 reflects


def grid_sampler_3d(x, grid, interpolation_mode, padding_mode, align_corners):
    """Samples at the coordinates of the grid, linearly from the 2^3 corners around
    each, or from the nearest element."""
    # The last coordinate is that of the first dimension.
    places = [inside(unnormalized(place, extent, align_corners), extent, padding_mode,
                     align_corners)
              for place, extent in zip(grid.unbind(-1)[::-1], x.shape[2:])]
    if interpolation_mode == NEAREST:
        return samples(x, [torch.round(place) for place in places])
    total = 0
    for corner in itertools.product((0, 1), repeat=len(places)):
        low = [torch.floor(place) for place in places]
        weight = 1
        for place, floor, upper in zip(places, low, corner):
            weight = weight * (place - floor if upper else floor + 1 - place)
        found = samples(x, [floor + upper for floor, upper in zip(low, corner)])
        total = total + found * weight.unsqueeze(1)
    return total.to(x.dtype)


def unnormalized(place, extent: int, align_corners: bool):
    """Places from -1 to 1 as elements."""
    if align_corners:
        return (place + 1) / 2 * (extent - 1)
    return ((place + 1) * extent - 1) / 2


def inside(place, extent: int, padding_mode: int, align_corners: bool):
    if padding_mode == ZEROS:
        return place
    if padding_mode != BORDER:
        low, high = (0, extent - 1) if align_corners else (-0.5, extent - 0.5)
        place = reflected(place, low, high)
    return place.clamp(0, extent - 1)


def reflected(place, low: float, high: float):
    if low == high:
        return torch.zeros_like(place)
    distance, span = (place - low).abs(), high - low
    rest = torch.fmod(distance, span)
    is_even = torch.fmod(torch.floor(distance / span), 2) == 0
    return torch.where(is_even, rest + low, span - rest + low)


def samples(x, places: list):
    """The elements at places of the last dimensions; 0 outside. The places have no
    dimension of channels."""
    valid, flat = None, 0
    for place, extent in zip(places, x.shape[2:]):
        here = (place >= 0) & (place < extent)
        valid = here if valid is None else valid & here
        flat = flat * extent + torch.where(here, place, 0).long()
    index = flat.reshape(flat.shape[0], 1, -1).expand(-1, x.shape[1], -1)
    found = torch.gather(x.flatten(2), 2, index)
    found = found.reshape(*x.shape[:2], *flat.shape[1:])
    return torch.where(valid.unsqueeze(1), found, 0.0)


def linear_filter(distance):
    return (1 - distance).clamp(min=0)


def cubic_filter(distance, a: float = -0.5):
    near = ((a + 2) * distance - (a + 3)) * distance * distance + 1
    far = (((distance - 5) * distance + 8) * distance - 4) * a
    return torch.where(distance < 1, near, torch.where(distance < 2, far, 0.0))


def scale_of(extent: int, size: int, align_corners: bool, scale: float | None) -> float:
    """Elements of the operand for each of the result."""
    if align_corners:
        return (extent - 1) / (size - 1) if size > 1 else 0.0
    return 1 / scale if scale else extent / size


def smooth_weights(extent: int, size: int, scale: float, support: int, weigh):
    """A matrix with the weights of the elements in each element of the result."""
    width = max(scale, 1.0)
    center = (torch.arange(size, dtype=torch.float64).unsqueeze(1) + 0.5) * scale
    places = torch.arange(extent, dtype=torch.float64)
    first = torch.trunc(center - support * width + 0.5)
    end = torch.trunc(center + support * width + 0.5)
    weights = weigh((places + 0.5 - center).abs() / width)
    weights = torch.where((places >= first) & (places < end), weights, 0.0)
    return weights / weights.sum(1, keepdim=True)


def smooth(support: int, weigh):
    def decomposition(x, output_size, align_corners, scales_h=None, scales_w=None):
        if not x.is_floating_point():
            return NotImplemented
        rows, columns = (
            smooth_weights(extent, size, scale_of(extent, size, align_corners, scale),
                           support, weigh).to(x.dtype)
            for extent, size, scale in zip(x.shape[-2:], output_size,
                                           (scales_h, scales_w)))
        return torch.matmul(rows, torch.matmul(x, columns.t()))
    return decomposition


RESAMPLING = {
    aten._upsample_bicubic2d_aa.default: smooth(2, cubic_filter),
    aten._upsample_bilinear2d_aa.default: smooth(1, linear_filter),
    aten.grid_sampler_3d.default: grid_sampler_3d,
}

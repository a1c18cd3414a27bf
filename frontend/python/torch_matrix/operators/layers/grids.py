#===- grids.py - samples of images at coordinates that are data ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of grid_sample and its gradients, of images and of volumes. A sample is
a sum of elements around a place, each with a weight for each dimension. Gradients of the
image are products with matrices of these weights, and those of the coordinates have slopes
in place of weights. Gradients of large images are sums at the indices of elements.

Eager mode computes images by vectors and volumes by scalars, which round differently and
find different elements for coordinates that are NaN or infinite."""

import functools
import itertools
import math
import operator
from dataclasses import dataclass

import torch

aten = torch.ops.aten
LINEAR, NEAREST, CUBIC = range(3)    # interpolation modes
ZEROS, BORDER, REFLECTION = range(3)    # padding modes
OUTSIDE = -2.0    # beyond every element, also that after it
# Limits of products: for a sample, which replace the sum of a few rows, and in memory.
MAX_PRODUCTS, MAX_FACTORS = 1 << 20, 1 << 26


@dataclass(frozen=True)
class Tap:
    """An element of one dimension: its weight, and the derivative of that by the place."""
    place: torch.Tensor
    weight: torch.Tensor | float
    slope: torch.Tensor | float


@dataclass(frozen=True)
class Axis:
    """A dimension with `extent` elements of an image or (is_volume) of a volume."""
    extent: int
    padding: int
    align_corners: bool
    is_volume: bool

    def scale(self) -> float:
        """Elements for a coordinate."""
        return (self.extent - 1 if self.align_corners else self.extent) / 2

    def place(self, coordinate):
        """Coordinates from -1 to 1 as places of elements."""
        if not self.is_volume:
            place = (coordinate + 1) * self.scale()
            return place if self.align_corners else place - 0.5
        if self.align_corners:
            return (coordinate + 1) / 2 * (self.extent - 1)
        return ((coordinate + 1) * self.extent - 1) / 2

    def inside(self, place, is_backward: bool) -> tuple:
        """The place after padding, and its derivative by the place."""
        slope = torch.ones_like(place)
        if self.padding == REFLECTION:
            place, slope = self.reflected(place)
        if self.padding != ZEROS:
            slope = torch.where((place > 0) & (place < self.extent - 1), slope, 0.0)
            place = place.clamp(0, self.extent - 1)
        elif not self.is_volume:    # the weight is NaN
            return place, slope
        return torch.where(place.abs() < math.inf, place, self.undefined(is_backward)), slope

    def undefined(self, is_backward: bool) -> float:
        """Where eager mode finds NaN."""
        if not self.is_volume:
            return 0.0
        return OUTSIDE if is_backward or self.padding == ZEROS else self.extent - 1.0

    def reflected(self, place) -> tuple:
        low, span = (0, self.extent - 1) if self.align_corners else (-0.5, self.extent)
        if span == 0:
            return torch.zeros_like(place), torch.zeros_like(place)
        distance = (place - low).abs()
        if self.is_volume:
            rest = torch.fmod(distance, span)
            is_odd = torch.fmod(torch.floor(distance / span), 2) != 0
            turned = span - rest
        else:
            rest = distance - torch.trunc(distance / (2 * span)) * (2 * span)
            turned = 2 * span - rest
            is_odd = rest > turned
        slope = torch.where(is_odd != (place < low), -1.0, 1.0)
        return torch.where(is_odd, turned, rest) + low, slope.to(place.dtype)

    def taps(self, coordinate, mode: int, is_backward: bool) -> list[Tap]:
        place = self.place(coordinate)
        if mode == CUBIC:
            low = torch.floor(place)
            return [Tap(self.inside(low + step, is_backward)[0], weight, slope * self.scale())
                    for step, weight, slope in cubic(place - low)]
        place, slope = self.inside(place, is_backward)
        if mode == NEAREST:
            return [Tap(torch.round(place), 1.0, 0.0)]
        low, slope = torch.floor(place), slope * self.scale()
        upper = place - low
        return [Tap(low, 1 - upper, -slope), Tap(low + 1, upper, slope)]


def cubic(t, a: float = -0.75):
    """Steps, weights and slopes of the elements around a place t after one of them."""
    def near(d):
        return ((a + 2) * d - (a + 3)) * d * d + 1, (3 * (a + 2) * d - 2 * (a + 3)) * d

    def far(d):
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a, (3 * a * d - 10 * a) * d + 8 * a
    for step, sign, (weight, slope) in ((-1, 1, far(t + 1)), (0, 1, near(t)),
                                        (1, -1, near(1 - t)), (2, -1, far(2 - t))):
        yield step, weight, sign * slope


def taps_of(x, grid, mode: int, padding: int, align_corners: bool, is_backward=False) -> list:
    """The taps of each dimension. The last coordinate is that of the first dimension."""
    is_volume = x.dim() == 5
    return [Axis(extent, padding, align_corners, is_volume).taps(coordinate, mode, is_backward)
            for extent, coordinate in zip(x.shape[2:], grid.unbind(-1)[::-1])]


def rows_at(x, corners: list) -> tuple:
    """For each corner the rows of its elements, whose columns are the channels, and whether
    there are such elements."""
    batch, rows, inside = x.shape[0], [], []
    for corner in corners:
        flat, valid = torch.arange(batch).reshape(batch, *[1] * (x.dim() - 2)), []
        for tap, extent in zip(corner, x.shape[2:]):
            valid.append((tap.place >= 0) & (tap.place < extent))
            flat = flat * extent + torch.where(valid[-1], tap.place, 0).long()
        rows.append(flat)
        inside.append(functools.reduce(operator.and_, valid))
    return torch.stack(rows), torch.stack(inside).unsqueeze(-1)


def elements(x, rows, inside):
    """The elements of all channels; 0 outside."""
    table = x.movedim(1, -1).reshape(-1, x.shape[1])
    return torch.where(inside, aten.index.Tensor(table, [rows]), 0.0)


def weights_of(corners: list):
    """For each corner a column, or one for all."""
    if not isinstance(corners[0][0].weight, torch.Tensor):
        return 1.0
    return torch.stack([math.prod(tap.weight for tap in corner)
                        for corner in corners]).unsqueeze(-1)


def grid_sampler(x, grid, interpolation_mode, padding_mode, align_corners):
    taps = taps_of(x, grid, interpolation_mode, padding_mode, align_corners)
    corners = list(itertools.product(*taps))
    found = elements(x, *rows_at(x, corners)) * weights_of(corners)
    return found.sum(0).movedim(-1, 1).to(x.dtype)


def grid_sampler_backward(grad, x, grid, interpolation_mode, padding_mode, align_corners,
                          output_mask):
    taps = taps_of(x, grid, interpolation_mode, padding_mode, align_corners, True)
    corners, of_x, of_grid = list(itertools.product(*taps)), None, None
    if output_mask[0]:
        is_small = are_small(x, grid)
        of_x = product_of_taps(x, grad, taps) if is_small else sum_of_rows(x, grad, corners)
    if output_mask[1] and interpolation_mode == NEAREST:
        of_grid = torch.zeros_like(grid)
    elif output_mask[1]:
        found = elements(x, *rows_at(x, corners)) * grad.movedim(1, -1)
        of_grid = sum_of_slopes(corners, found.sum(-1))
    return of_x, of_grid


def are_small(x, grid) -> bool:
    products = x[0].numel()
    factors = products // x.shape[-1] * math.prod(grid.shape[:-1])
    return products <= MAX_PRODUCTS and factors <= MAX_FACTORS


def product_of_taps(x, grad, taps: list):
    """The product of the gradients with the matrix of each dimension."""
    batch, *extents = x.shape[0], *x.shape[2:]
    matrices = [matrix_of(each, extent, batch) for each, extent in zip(taps, extents)]
    factors = grad.reshape(batch, grad.shape[1], -1)
    for matrix in matrices[:-1]:    # [batch, channels and dimensions, sample]
        factors = (factors.unsqueeze(2) * matrix.mT.unsqueeze(1)).flatten(1, 2)
    return torch.bmm(factors, matrices[-1].to(grad.dtype)).reshape(x.shape)


def matrix_of(taps: list, extent: int, batch: int):
    """The weights of the elements of a dimension, a row for each sample."""
    places = torch.arange(extent).to(taps[0].place.dtype)
    return sum(torch.where(tap.place.reshape(batch, -1, 1) == places, column(tap, batch), 0.0)
               for tap in taps)


def column(tap: Tap, batch: int):
    weight = tap.weight if isinstance(tap.weight, torch.Tensor) else torch.ones_like(tap.place)
    return weight.reshape(batch, -1, 1)


def sum_of_rows(x, grad, corners: list):
    """The weighted gradients, added at the elements of each corner."""
    rows, inside = rows_at(x, corners)
    values = grad.movedim(1, -1).unsqueeze(0) * weights_of(corners)
    values = torch.where(inside, values, 0.0)
    shape = [x.shape[0], *x.shape[2:], x.shape[1]]
    table = x.new_zeros(math.prod(shape[:-1]), shape[-1])
    found = aten.index_put.default(table, [rows.flatten()], values.reshape(-1, shape[-1]), True)
    return found.reshape(shape).movedim(-1, 1)


def sum_of_slopes(corners: list, changes):
    """changes: those of the sum of a corner by its weight."""
    found = []
    for dim in reversed(range(len(corners[0]))):
        slopes = [math.prod(tap.slope if number == dim else tap.weight
                            for number, tap in enumerate(corner)) for corner in corners]
        found.append((changes * torch.stack(slopes)).sum(0))
    return torch.stack(found, -1)


GRIDS = {
    aten.grid_sampler_2d.default: grid_sampler,
    aten.grid_sampler_2d_backward.default: grid_sampler_backward,
    aten.grid_sampler_3d.default: grid_sampler,
    aten.grid_sampler_3d_backward.default: grid_sampler_backward,
}

#===- upsampling.py - gradients of resampled images ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Gradients of images sampled at coordinates that are known. Along a dimension, a sample is
a sum of a few elements with weights (taps); the gradient is a product with the matrix of
these weights, instead of a sum at the index of each tap. The nearest elements of whole
ratios are sums over windows side by side. PyTorch would take the operators apart before it
differentiates, which results in one write for each tap; they remain whole here."""

import torch
from torch._C import DispatchKey
from torch._decomp.decompositions import upsample_compute_output_size

from .grids import cubic
from .windows import along, wide

aten = torch.ops.aten


def sources(extent: int, size: int, align_corners: bool, scale: float | None, dtype):
    """Places of samples among the elements, rounded as in eager mode."""
    numbers = torch.arange(size).to(dtype)
    if align_corners:
        return numbers * ((extent - 1) / (size - 1) if size > 1 else 0.0)
    return (numbers + 0.5) * ratio_of(extent, size, scale) - 0.5


def ratio_of(extent: int, size: int, scale: float | None) -> float:
    return 1 / scale if scale else extent / size


def linear_taps(*place):
    source = sources(*place).clamp(min=0)
    low = torch.floor(source)
    return [(low, 1 - (source - low)), (low + 1, source - low)]


def cubic_taps(*place):
    source = sources(*place)
    low = torch.floor(source)
    return [(low + step, weight) for step, weight, _ in cubic(source - low)]


def nearest_taps(offset: float):
    def taps(extent, size, align_corners, scale, dtype):
        numbers = torch.arange(size).to(dtype) + offset
        return [(torch.floor(numbers * ratio_of(extent, size, scale)), 1.0)]
    return taps


def matrix_of(taps: list, extent: int):
    """A row with the weights of the elements for each sample. Taps beyond the last element
    are that element."""
    places, total = torch.arange(extent), 0.0
    for place, weight in taps:
        here = place.clamp(0, extent - 1).unsqueeze(1) == places
        weight = weight.unsqueeze(1) if isinstance(weight, torch.Tensor) else weight
        total = total + torch.where(here, weight, 0.0).to(place.dtype)
    return total


def summed(grad, dim: int, extent: int):
    """The sum over windows side by side."""
    dim %= grad.dim()
    return grad.unflatten(dim, (extent, -1)).sum(dim + 1)


def backward(rank: int, taps_of, is_nearest: bool = False):
    def decomposition(grad, output_size, input_size, *options):
        align_corners, scales = (False, options) if is_nearest else (options[0], options[1:])
        scales = (*scales, *[None] * (rank - len(scales)))
        grad = wide(grad)
        for dim, extent, size, scale in zip(range(-rank, 0), input_size[2:], output_size, scales):
            if is_nearest and size % extent == 0 and scale in (None, size / extent):
                grad = summed(grad, dim, extent)
                continue
            taps = taps_of(extent, size, align_corners, scale, grad.dtype)
            grad = along(grad, matrix_of(taps, extent), dim)
        return grad
    return decomposition


WHOLE = [
    aten._upsample_nearest_exact1d, aten._upsample_nearest_exact2d,
    aten._upsample_nearest_exact3d, aten.upsample_bicubic2d, aten.upsample_bilinear2d,
    aten.upsample_linear1d, aten.upsample_nearest1d, aten.upsample_nearest2d,
    aten.upsample_nearest3d, aten.upsample_trilinear3d]


def sized(packet):
    """The overload that takes either sizes or scales, as a call of that with sizes."""
    def function(x, output_size, *options):
        *options, scales = options
        output_size = upsample_compute_output_size(x.shape, output_size, scales)
        return packet.default(x, output_size, *options, *(scales or ()))
    return function


def trace_whole() -> None:
    """For all backends: PyTorch has kernels that take these operators apart."""
    for packet in WHOLE:
        for key in (DispatchKey.Autograd, DispatchKey.CompositeImplicitAutograd):
            packet.default.py_kernels.pop(key, None)
            packet.vec.py_kernels[key] = sized(packet)
        for operator in (packet.default, packet.vec):
            operator._dispatch_cache.clear()


UPSAMPLING = {
    operator.default: backward(rank, taps_of, is_nearest)
    for operator, rank, taps_of, is_nearest in (
        (aten._upsample_nearest_exact1d_backward, 1, nearest_taps(0.5), True),
        (aten._upsample_nearest_exact2d_backward, 2, nearest_taps(0.5), True),
        (aten._upsample_nearest_exact3d_backward, 3, nearest_taps(0.5), True),
        (aten.upsample_bicubic2d_backward, 2, cubic_taps, False),
        (aten.upsample_bilinear2d_backward, 2, linear_taps, False),
        (aten.upsample_linear1d_backward, 1, linear_taps, False),
        (aten.upsample_nearest1d_backward, 1, nearest_taps(0.0), True),
        (aten.upsample_nearest2d_backward, 2, nearest_taps(0.0), True),
        (aten.upsample_nearest3d_backward, 3, nearest_taps(0.0), True),
        (aten.upsample_trilinear3d_backward, 3, linear_taps, False))}

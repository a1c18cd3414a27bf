#===- resampling.py - images at other coordinates ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of operators that sample images at coordinates that are known. The
samples along a dimension are a product with a matrix of weights, one for the rows and
one for the columns (a separable filter)."""

import torch
from torch._decomp import get_decompositions

aten = torch.ops.aten


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


def filters(extents, sizes, align_corners: bool, scales, support: int, weigh, dtype) -> list:
    """One for the rows and one for the columns."""
    return [smooth_weights(extent, size, scale_of(extent, size, align_corners, scale),
                           support, weigh).to(dtype)
            for extent, size, scale in zip(extents, sizes, scales)]


def smooth(support: int, weigh):
    def decomposition(x, output_size, align_corners, scales_h=None, scales_w=None):
        if not x.is_floating_point():
            return NotImplemented
        rows, columns = filters(x.shape[-2:], output_size, align_corners,
                                (scales_h, scales_w), support, weigh, x.dtype)
        return torch.matmul(rows, torch.matmul(x, columns.t()))
    return decomposition


def smooth_backward(support: int, weigh):
    def decomposition(grad, output_size, input_size, align_corners, scales_h=None,
                      scales_w=None):
        rows, columns = filters(input_size[-2:], output_size, align_corners,
                                (scales_h, scales_w), support, weigh, grad.dtype)
        return torch.matmul(rows.t(), torch.matmul(grad, columns))
    return decomposition


# --- Bytes ------------------------------------------------------------------------
# Eager mode samples them with weights of 16 bits.

OF_BYTES = [aten.upsample_bicubic2d, aten.upsample_bilinear2d]


def unless_bytes(decomposition):
    return lambda x, *args: NotImplemented if x.dtype == torch.uint8 \
        else decomposition(x, *args)


RESAMPLING = {
    **{packet.default: unless_bytes(get_decompositions([packet.default])[packet.default])
       for packet in OF_BYTES},
    aten._upsample_bicubic2d_aa.default: smooth(2, cubic_filter),
    aten._upsample_bicubic2d_aa_backward.default: smooth_backward(2, cubic_filter),
    aten._upsample_bilinear2d_aa.default: smooth(1, linear_filter),
    aten._upsample_bilinear2d_aa_backward.default: smooth_backward(1, linear_filter),
}

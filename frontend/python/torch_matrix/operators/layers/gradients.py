#===- gradients.py - gradients of convolutions --------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Gradients of convolutions that torch-mlir lowers incorrectly, as convolutions: those
that are not two-dimensional, or are transposed, grouped or dilated. The gradient of the
weight has a sum over the batch, which takes the place of the channels, and the windows of
the forward pass: their stride is its dilation, and the reverse."""

from dataclasses import dataclass

import torch

aten = torch.ops.aten


@dataclass(frozen=True)
class Windows:
    stride: list[int]
    padding: list[int]
    dilation: list[int]

    def convolve(self, x, weight, groups: int, transposed=False, extra=()):
        return aten.convolution.default(
            x, weight, None, self.stride, self.padding, self.dilation, transposed,
            list(extra) or [0] * len(self.stride), groups)


def convolution_backward(grad, x, weight, bias_sizes, stride, padding, dilation,
                         transposed, output_padding, groups, mask):
    rank = x.dim() - 2
    windows = Windows(*(each(value, rank) for value in (stride, padding, dilation)))
    if rank == 2 and not transposed and groups == 1 and windows.dilation == [1, 1]:
        return NotImplemented
    bias = grad.sum([0, *range(2, x.dim())]) if mask[2] else None
    if rank == 1:    # torch-mlir rejects some with groups
        windows = Windows([1, *windows.stride], [0, *windows.padding], [1, *windows.dilation])
        grad, x, weight = (tensor.unsqueeze(2) for tensor in (grad, x, weight))
    found = [function(grad, x, weight, windows, transposed, groups) if wanted else None
             for function, wanted in ((of_operand, mask[0]), (of_weight, mask[1]))]
    if rank == 1:
        found = [tensor if tensor is None else tensor.squeeze(2) for tensor in found]
    return *found, bias


def each(value, rank: int) -> list[int]:
    return list(value) * rank if len(value) == 1 else list(value)


def of_operand(grad, x, weight, windows: Windows, transposed: bool, groups: int):
    if transposed:
        return first(windows.convolve(grad, weight, groups), x.shape[2:])
    covered = [(extent - 1) * stride - 2 * padding + dilation * (kernel - 1) + 1
               for extent, stride, padding, dilation, kernel in zip(
                   grad.shape[2:], windows.stride, windows.padding, windows.dilation,
                   weight.shape[2:])]
    rest = [extent - done for extent, done in zip(x.shape[2:], covered)]
    return windows.convolve(grad, weight, groups, transposed=True, extra=rest)


def of_weight(grad, x, weight, windows: Windows, transposed: bool, groups: int):
    small, large = (x, grad) if transposed else (grad, x)
    swapped = Windows(windows.dilation, windows.padding, windows.stride)
    found = swapped.convolve(batch_as_channels(large, groups), small.transpose(0, 1), groups)
    return first(found.transpose(0, 1), weight.shape[2:])


def batch_as_channels(x, groups: int):
    """From (batch, groups * channels, ...) to (channels, groups * batch, ...)."""
    return x.unflatten(1, (groups, -1)).transpose(0, 2).flatten(1, 2)


def first(x, extents):
    """The first elements; after them are windows that the forward pass has not."""
    for dim, extent in enumerate(extents, 2):
        x = x.narrow(dim, 0, extent)
    return x


GRADIENTS = {aten.convolution_backward.default: convolution_backward}

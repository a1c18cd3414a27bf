#===- losses.py - losses of whole layers ---------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of losses that PyTorch computes in chunks, to save memory. A program
has the logits of the whole batch as one tensor: the linear layer and the cross entropy
follow each other. Gradients, and accumulation in another type, are left to eager mode."""

import torch
from torch.nn import functional
from torch.nn.modules import linear_cross_entropy  # noqa: F401, defines the operators

torch_nn = torch.ops.torch_nn


def cross_entropy(x, linear_weight, target, linear_bias, weight, reduction: str,
                  ignore_index: int, label_smoothing: float):
    logits = functional.linear(x, linear_weight, linear_bias)
    return functional.cross_entropy(
        logits, target, weight, ignore_index=ignore_index, reduction=reduction,
        label_smoothing=label_smoothing)


def reduced(x, linear_weight, target, linear_bias, weight, reduction, ignore_index,
            label_smoothing, batch_chunk_size, acc_policy, acc_dtype,
            allow_retain_graph, *gradients):
    """gradients: whether those of the operands are results, too."""
    if any(gradients) or x.dtype != acc_dtype:
        return NotImplemented
    loss = cross_entropy(x, linear_weight, target, linear_bias, weight, reduction,
                         ignore_index, label_smoothing)
    return loss, x.new_empty(0, 0), x.new_empty(0, 0), x.new_empty(0)


def not_reduced(x, linear_weight, target, linear_bias, weight, ignore_index,
                batch_chunk_size, acc_policy, acc_dtype):
    if x.dtype != acc_dtype:
        return NotImplemented
    return cross_entropy(x, linear_weight, target, linear_bias, weight, "none",
                         ignore_index, 0.0)


LOSSES = {
    torch_nn._linear_cross_entropy_batch_chunked.default: reduced,
    torch_nn._linear_cross_entropy_batch_chunked_no_reduction.default: not_reduced,
}

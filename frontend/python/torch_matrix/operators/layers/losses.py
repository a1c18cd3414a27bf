#===- losses.py - losses of whole layers ---------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of losses. Some PyTorch computes in chunks, to save memory: a program has
the logits of the whole batch as one tensor, and the linear layer and the cross entropy
follow each other. Gradients of these, and accumulation in another type, are left to eager
mode. PyTorch's decomposition of margins of several labels adds those of a label 0 in place
of labels that are missing."""

import torch
from torch.nn import functional
from torch.nn.modules import linear_cross_entropy  # noqa: F401, defines the operators

aten, torch_nn = torch.ops.aten, torch.ops.torch_nn
MEAN, SUM = 1, 2    # of reductions


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


def margins_of_labels(x, target, reduction):
    """The labels of a row end at the first -1."""
    rows, labels = torch.atleast_2d(x), torch.atleast_2d(target)
    count = rows.shape[1]
    places = torch.arange(count)
    end = torch.where(labels == -1, places, count).amin(-1, keepdim=True)
    is_label = places < end
    is_target = (torch.where(is_label, labels, -1).unsqueeze(-1) == places).any(1)
    found = rows.gather(-1, torch.where(is_label, labels, 0))
    margins = 1 - found.unsqueeze(2) + rows.unsqueeze(1)
    # Eager mode adds what is positive: no NaN.
    counted = is_label.unsqueeze(2) & ~is_target.unsqueeze(1) & (margins > 0)
    loss = (torch.where(counted, margins, 0.0).sum((1, 2)) / count).reshape(x.shape[:-1])
    if reduction in (MEAN, SUM):
        loss = loss.mean() if reduction == MEAN else loss.sum()
    return loss, is_target.to(x.dtype).reshape(target.shape)


def trace_margins() -> None:
    """PyTorch takes the operator apart before it differentiates, for all backends."""
    operator = aten.multilabel_margin_loss_forward.default
    operator.py_kernels[torch._C.DispatchKey.Autograd] = margins_of_labels
    operator._dispatch_cache.clear()


LOSSES = {
    aten.multilabel_margin_loss_forward.default: margins_of_labels,
    torch_nn._linear_cross_entropy_batch_chunked.default: reduced,
    torch_nn._linear_cross_entropy_batch_chunked_no_reduction.default: not_reduced,
}

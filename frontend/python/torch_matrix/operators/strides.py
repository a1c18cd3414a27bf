#===- strides.py - strides of decomposed operators -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Types and strides of decomposed operators. If the results of a decomposition have other
types than those of the operator, they are converted. If they have other strides, the
graph contains the custom operator restride, which is a copy in programs, because tensors
of programs have no strides."""

import functools

import torch
from torch import fx
from torch._prims_common import suggest_memory_format
from torch.fx.experimental.proxy_tensor import disable_proxy_modes_tracing

from ..partition import host, layout


@torch.library.custom_op("torch_matrix::restride", mutates_args=())
def restride(x: torch.Tensor, stride: list[int]) -> torch.Tensor:
    found = layout.with_strides(x, tuple(stride))
    return found.clone() if found is x else found  # results of operators alias nothing


@restride.register_fake
def _(x: torch.Tensor, stride: list[int]) -> torch.Tensor:
    return torch.empty_strided(x.shape, stride, dtype=x.dtype)


aten = torch.ops.aten
COMPOSITE = torch._C.DispatchKey.CompositeImplicitAutograd
RESTRIDE = torch.ops.torch_matrix.restride.default

# Results have the memory format of an operand, which their meta functions leave out.
KEEP_FORMAT = {
    aten.channel_shuffle.default: 0, aten.max_unpool2d.default: 0,
    aten.reflection_pad2d.default: 0, aten.reflection_pad2d_backward.default: 1,
    aten.reflection_pad3d.default: 0, aten.reflection_pad3d_backward.default: 1,
    aten.replication_pad2d.default: 0, aten.replication_pad2d_backward.default: 1,
    aten.replication_pad3d.default: 0, aten.replication_pad3d_backward.default: 1}


def roll(x, shifts, dims=()):
    """As in eager mode, whose concatenations determine the memory format."""
    if not dims:
        return torch.empty(x.shape, dtype=x.dtype)
    for shift, dim in zip(shifts, dims):
        parts = x.tensor_split([-shift % max(1, x.shape[dim])], dim)
        x = torch.cat(parts[::-1], dim)
    return x


# Functions that state the results of operators, whose meta functions state other strides.
RESULTS = {aten.roll.default: roll}


def keeping_strides(operator, decomposition):
    """The decomposition with the types and strides of the operator itself. torch.export
    executes composite operators by their decomposition, also to find their results."""
    if host.is_view(operator) or operator.has_kernel_for_dispatch_key(COMPOSITE):
        return decomposition

    @functools.wraps(decomposition)
    def decomposed(*args, **kwargs):
        results = decomposition(*args, **kwargs)
        if results is NotImplemented:
            return results
        expected = results_of(operator, args, kwargs)
        return results if expected is None else like(results, expected)
    return decomposed


def results_of(operator, args, kwargs):
    """Fake tensors of the results of the operator; None without a meta function."""
    try:
        with disable_proxy_modes_tracing():
            results = RESULTS.get(operator, operator)(*args, **kwargs)
            operand = KEEP_FORMAT.get(operator)
            return results if operand is None else in_format_of(args[operand], results)
    except (NotImplementedError, RuntimeError):
        return None


def in_format_of(x, result):
    """Allocated in that format: dimensions of one element determine no strides."""
    return torch.empty_like(result, memory_format=suggest_memory_format(x))


def like(result, expected):
    if isinstance(result, (list, tuple)):
        kind = list if isinstance(result, list) else tuple
        return kind(map(like, result, expected))
    if not (isinstance(result, torch.Tensor) and isinstance(expected, torch.Tensor)) \
            or differ(result.shape, expected.shape):
        return result
    result = result.to(expected.dtype)
    return RESTRIDE(result, strides_of(result, expected)) \
        if differ(result.stride(), expected.stride()) else result


def differ(some: tuple, others: tuple) -> bool:
    """Not recorded: the graph does not contain all symbols."""
    with disable_proxy_modes_tracing():
        return some != others


def strides_of(result, expected) -> list:
    """Symbolic ones as products of extents of the result, which the graph has."""
    strides, product = list(expected.stride()), 1
    if not any(isinstance(stride, torch.SymInt) for stride in strides):
        return strides
    with disable_proxy_modes_tracing():
        order = sorted(range(len(strides)), key=lambda dim: (strides[dim], result.shape[dim]))
    for dim in order:
        strides[dim], product = product, product * result.shape[dim]
    return strides


def drop_strides(graph: fx.Graph) -> None:
    """Replaces restride, which importers do not support, by copies."""
    for node in graph.find_nodes(op="call_function", target=RESTRIDE):
        node.target, node.args = torch.ops.aten.clone.default, node.args[:1]

#===- empties.py - operators on tensors without elements -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Constants in place of operators on tensors without elements, for programs that cannot
leave them to PyTorch. A result without elements has a type only. A result with elements is
a constant, such as the sum of no elements, if no operand has elements; PyTorch computes it
from other tensors of these shapes. torch-mlir infers other shapes for such operators."""

from operator import getitem

import torch
from torch import fx
from torch._subclasses.fake_tensor import unset_fake_temporarily
from torch.utils._python_dispatch import _disable_current_modes
from torch.utils._pytree import tree_leaves

from . import host

aten = torch.ops.aten
WRITING = {aten.slice_scatter.default, aten.as_strided_scatter.default}


def fold_empty(graph: fx.Graph) -> None:
    """Replaces the operators without elements by constants, where they are."""
    for node in list(graph.nodes):
        if node.op == "call_function" and host.reason(node) == host.NO_ELEMENTS:
            fold(node)
    graph.eliminate_dead_code()


def detach_empty(graph: fx.Graph) -> None:
    """Results without elements depend on no program, which would divide those that use them."""
    for node in list(graph.nodes):
        value = node.meta.get("val")
        if not isinstance(value, torch.Tensor) or not node.all_input_nodes \
                or not is_empty(value.shape) or host.find_reason(node) != host.NO_ELEMENTS:
            continue
        stride = list(value.stride())
        with graph.inserting_before(node):
            found = graph.call_function(aten.empty_strided.default, (list(value.shape), stride),
                                        {"dtype": value.dtype})
        found.meta = {"val": value.new_empty_strided(value.shape, stride),
                      host.REASON: host.NO_ELEMENTS}
        node.replace_all_uses_with(found)
        graph.erase_node(node)


def is_empty(shape: torch.Size) -> bool:
    """Whether no size depends on data, and one is 0."""
    return all(isinstance(size, int) for size in shape) and 0 in shape


def fold(node: fx.Node) -> None:
    value = node.meta.get("val")
    if value is None:    # an assertion
        node.graph.erase_node(node)
    elif found := isinstance(value, torch.Tensor) and (
            unchanged(node, value) or constant(node, value)):
        node.replace_all_uses_with(found)


def unchanged(node: fx.Node, value: torch.Tensor) -> fx.Node | None:
    """The operand into which the operator writes no elements."""
    return node.args[0] if node.target in WRITING and value.numel() else None


def constant(node: fx.Node, value: torch.Tensor) -> fx.Node | None:
    """A node before the operator or element of a tuple."""
    number = 0 if value.numel() == 0 else common_element(node)
    if number is None:
        return None
    with node.graph.inserting_before(node):
        found = node.graph.call_function(
            aten.full.default, (list(value.shape), number), {"dtype": value.dtype})
    found.meta = {**node.meta, "val": value, host.REASON: None}
    return found


def common_element(node: fx.Node) -> bool | int | float | None:
    """The number that all elements of the result are, which does not depend on inputs."""
    operator = node.args[0] if node.target is getitem else node
    operands = [operand.meta["val"] for operand in operator.all_input_nodes]
    if any(leaf.numel() for leaf in tree_leaves(operands)):
        return None
    with unset_fake_temporarily(), _disable_current_modes(), torch.no_grad():
        found = operator.target(*fx.map_arg(operator.args, empty_like),
                                **fx.map_arg(operator.kwargs, empty_like))
        found = found if operator is node else found[node.args[1]]
        first = found.flatten()[0]
        return first.item() if torch.equal(found.isnan(), first.isnan().expand(found.shape)) \
            and (first.isnan() or (found == first).all()) else None


def empty_like(node: fx.Node) -> torch.Tensor:
    value = node.meta["val"]
    return torch.empty(value.shape, dtype=value.dtype)

#===- literals.py - constants that PyTorch computes ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators without operands, such as windows of signals. torch-mlir lowers few of them;
the results of the others become literals of the graph. Otherwise every operator that uses
one would run in eager mode with it."""

import torch
from torch import fx
from torch._subclasses.fake_tensor import unset_fake_temporarily
from torch.utils._python_dispatch import _disable_current_modes

from ..compiler.sizes import is_symbolic
from ..partition import host

aten = torch.ops.aten
# Operators that torch-mlir lowers, whatever the number of their elements.
LOWERED = {aten.arange, aten.empty, aten.empty_permuted, aten.empty_strided, aten.eye, aten.full,
           aten.linspace, aten.ones, aten.scalar_tensor, aten.zeros}


def write_literals(graph: fx.Graph) -> None:
    module = graph.owning_module
    for node in list(graph.nodes):
        if not is_literal(node):
            continue
        with unset_fake_temporarily(), _disable_current_modes(), torch.no_grad():
            value = node.target(*node.args, **node.kwargs)
        name = f"literal_of_{node.name}"
        module.register_buffer(name, value, persistent=False)
        with graph.inserting_before(node):
            found = graph.get_attr(name)
        found.meta = dict(node.meta)
        node.replace_all_uses_with(found)
        graph.erase_node(node)


def is_literal(node: fx.Node) -> bool:
    value = node.meta.get("val")
    return node.op == "call_function" and not node.all_input_nodes \
        and isinstance(node.target, torch._ops.OpOverload) \
        and node.target.namespace == "aten" \
        and node.target.overloadpacket not in LOWERED and not host.find_reason(node) \
        and isinstance(value, torch.Tensor) and not is_symbolic(value)

#===- truth_values.py - conversions of truth values -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Truth values that are converted to integers and then to another type, as one-hot vectors
are, are converted to that type at once: tile instructions have no integers of 64 bits."""

import torch
from torch import fx

CONVERT = torch.ops.aten._to_copy.default


def convert_once(graph: fx.Graph) -> None:
    for node in graph.find_nodes(op="call_function", target=CONVERT):
        inner = node.args[0]
        if inner.target is CONVERT and is_truth(inner.args[0]):
            node.replace_input_with(inner, inner.args[0])
            if not inner.users:
                graph.erase_node(inner)


def is_truth(node: fx.Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.dtype == torch.bool

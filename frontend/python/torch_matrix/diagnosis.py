#===- diagnosis.py - which operator stops a graph -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Finds the operator that causes a compile error by compiling each operator of the
graph separately, if the message of the tools names none."""

import operator
from typing import Callable

import torch
from torch import fx

from .errors import MatrixError, UnsupportedGraph
from .importing import location_of


def name_operator(error: MatrixError, graph: fx.Graph,
                  compile: Callable[[fx.Graph, list], object]) -> MatrixError:
    """Returns an error that names the first operator that fails separately."""
    seen = set()
    for node in graph.nodes:
        if node.op != "call_function" or node.target is operator.getitem:
            continue
        if signature(node) in seen:
            continue
        seen.add(signature(node))
        alone, results = graph_of(node)
        try:
            compile(fx.GraphModule(graph.owning_module, alone).graph, results)
        except MatrixError as reason:
            return UnsupportedGraph(
                f"operator {node.target}{location_of(str(node.target), graph)} cannot be "
                "compiled; rewrite it, or run this part of the model in eager mode: "
                f"{reason}")
    return error


def signature(node: fx.Node) -> str:
    def described(operand: fx.Node) -> str:
        value = operand.meta.get("val")
        return f"{value.dtype}{list(value.shape)}" \
            if isinstance(value, torch.Tensor) else operand.name
    return str((node.target, fx.map_arg((node.args, node.kwargs), described)))


def graph_of(node: fx.Node) -> tuple[fx.Graph, list[torch.Tensor]]:
    """Returns a graph of the operator alone, and fake tensors of its results."""
    graph, copies = fx.Graph(), {}
    for operand in node.all_input_nodes:
        constant = operand.op == "get_attr" or (
            operand.op == "call_function" and not operand.all_input_nodes)
        copies[operand] = graph.node_copy(operand) if constant else \
            graph.placeholder(operand.name)
        copies[operand].meta = dict(operand.meta)
    copies[node] = graph.node_copy(node, copies.__getitem__)
    results = [node]
    if not isinstance(node.meta["val"], torch.Tensor):
        results = [user for user in node.users if user.target is operator.getitem]
    for result in results:
        if result is not node:
            copies[result] = graph.node_copy(result, copies.__getitem__)
    graph.output(tuple(copies[result] for result in results))
    return graph, [result.meta["val"] for result in results]

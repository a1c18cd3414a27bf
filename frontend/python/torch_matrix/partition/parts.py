#===- parts.py - subgraphs that operators call ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Subgraphs of operators such as torch.cond. PyTorch chooses and repeats them on the
host; each is compiled as a graph of its own. Values that a loop carries are copied to
the strides with which the subgraph was traced."""

from collections.abc import Callable

import torch
from torch import fx
from torch.utils._pytree import tree_flatten, tree_unflatten

from . import host, layout


def compile_parts(module: fx.GraphModule, compile: Callable) -> dict[str, Callable]:
    """The functions that replace subgraphs, by the names of attributes."""
    names = dict.fromkeys(
        operand.target for node in module.graph.nodes if host.calls_parts(node)
        for operand in node.all_input_nodes if operand.op == "get_attr")
    return {name: Part(part, compile) for name in names
            if isinstance(part := getattr(module, name), fx.GraphModule)}


class Part:
    """A subgraph as a function of its arguments."""

    def __init__(self, module: fx.GraphModule, compile: Callable):
        self.fakes = [node.meta.get("val")
                      for node in module.graph.find_nodes(op="placeholder")]
        results, self.structure = tree_flatten(module.graph.output_node().args[0])
        self.function = compile(with_results(module, results))

    def __call__(self, *inputs):
        found = self.function(*map(like, inputs, self.fakes))
        return tree_unflatten(found, self.structure)


def with_results(module: fx.GraphModule, results: list) -> fx.GraphModule:
    """The module, whose results are a flat tuple."""
    graph, copies = fx.Graph(), {}
    graph.graph_copy(module.graph, copies)
    graph.output(tuple(fx.map_arg(results, copies.__getitem__)))
    return fx.GraphModule(module, graph)


def like(value, fake):
    """A carried value may have other strides than the one that was traced."""
    if not isinstance(value, torch.Tensor) or not isinstance(fake, torch.Tensor):
        return value
    return layout.with_strides(value, fake.stride())

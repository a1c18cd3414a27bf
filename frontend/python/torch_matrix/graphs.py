#===- graphs.py - outputs that need no computation -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Splits a graph's outputs: an output that is an input, a number or None is
passed on by Python; only the rest is compiled, each once."""

from dataclasses import dataclass
from typing import Any, Callable

import torch
from torch import fx


@dataclass
class Outputs:
    """For each output of the graph: how to get it from (inputs, results)."""
    getters: list[Callable[[list, list], Any]]
    computed: list[fx.Node]

    def assemble(self, inputs: list, results: list) -> list:
        return [get(inputs, results) for get in self.getters]


def split_outputs(graph: fx.Graph) -> Outputs:
    """Leaves the computed outputs, each once, as the outputs of the graph."""
    placeholders = [n for n in graph.nodes if n.op == "placeholder"]
    output = graph.output_node()
    getters, computed = [], []
    for value in output.args[0]:
        if not isinstance(value, fx.Node):
            getters.append(lambda inputs, results, value=value: value)
        elif value.op == "placeholder":
            index = placeholders.index(value)
            getters.append(lambda inputs, results, i=index: inputs[i])
        else:
            if value not in computed:
                computed.append(value)
            index = computed.index(value)
            getters.append(lambda inputs, results, i=index: results[i])
    output.args = (tuple(computed),)
    return Outputs(getters, computed)


def symbolic_inputs(graph: fx.Graph) -> list[str]:
    """Inputs whose extents Dynamo left open."""
    def is_open(value) -> bool:
        if isinstance(value, torch.SymInt):
            return True
        return isinstance(value, torch.Tensor) and any(
            isinstance(extent, torch.SymInt) for extent in value.shape)
    return [n.name for n in graph.nodes
            if n.op == "placeholder" and is_open(n.meta.get("val"))]

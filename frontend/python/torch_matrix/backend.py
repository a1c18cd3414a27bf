#===- backend.py - the backend that Dynamo calls -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The entry point of Dynamo: compiles a graph with example inputs to a callable."""

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from functorch.compile import make_boxed_func

from .decompositions import decompositions
from .diagnosis import name_operator
from .errors import ToolFailed, UnsupportedGraph
from .importing import graph_to_linalg, no_lowering
from .program import Program
from .stages import Plan


def matrix(module: fx.GraphModule, example_inputs: list):
    """torch.compile(model, backend="matrix")"""
    backend = aot_autograd(
        fw_compiler=compile_graph, inference_compiler=compile_graph,
        bw_compiler=reject_backward, decompositions=decompositions())
    return backend(module, example_inputs)


def compile_graph(module: fx.GraphModule, example_inputs: list):
    """Compiles a graph of ATen operators to a function of a list of inputs."""
    require_static(module.graph)
    require_host_memory(module.graph)
    reject_subgraphs(module.graph)
    return make_boxed_func(Plan(module, compile_program))


def compile_program(graph: fx.Graph, results: list[torch.Tensor]):
    from .checks import Checked
    try:
        return Checked(translate(graph, results), graph)
    except ToolFailed as error:
        # Status 2 is a usage error, which is independent of the operators.
        if error.status == 2:
            raise
        raise name_operator(error, graph, translate) from error


def translate(graph: fx.Graph, results: list[torch.Tensor]) -> Program:
    return Program(graph_to_linalg(graph), results)


def require_static(graph: fx.Graph) -> None:
    names = [node.name for node in graph.find_nodes(op="placeholder")
             if is_symbolic(node.meta.get("val"))]
    if names:
        raise UnsupportedGraph(
            f"the shape of input {names[0]} is symbolic; sizes must be static: "
            'use torch.compile(..., backend="matrix", dynamic=False)')


def require_host_memory(graph: fx.Graph) -> None:
    for node in graph.find_nodes(op="placeholder"):
        value = node.meta.get("val")
        if isinstance(value, torch.Tensor) and value.device.type != "cpu":
            raise UnsupportedGraph(f"input {node.name} is on device {value.device}; "
                                   "the matrix backend takes tensors on the CPU")


def reject_subgraphs(graph: fx.Graph) -> None:
    for node in graph.nodes:
        if isinstance(node.target, torch._ops.HigherOrderOperator):
            raise UnsupportedGraph(no_lowering(str(node.target), graph))


def is_symbolic(value) -> bool:
    """Whether the number, or an extent of the tensor, is symbolic."""
    return isinstance(value, torch.SymInt) or isinstance(value, torch.Tensor) and any(
        isinstance(extent, torch.SymInt) for extent in value.shape)


def reject_backward(module: fx.GraphModule, example_inputs: list):
    """Backward passes are not compiled; forward passes in training mode are."""
    def backward(*inputs):
        raise UnsupportedGraph(
            "the matrix backend has no backward pass; "
            "call the model under torch.no_grad(), or train in eager mode")
    return make_boxed_func(backward)

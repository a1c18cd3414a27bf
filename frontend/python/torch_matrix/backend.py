#===- backend.py - the backend that Dynamo calls -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The backend that Dynamo calls: a graph and example inputs in, a callable out."""

from torch import fx
from torch._dynamo.backends.common import aot_autograd
from functorch.compile import make_boxed_func

from .decompositions import decompositions
from .errors import UnsupportedGraph
from .graphs import split_outputs, symbolic_inputs
from .importing import graph_to_linalg
from .program import Program


def matrix(module: fx.GraphModule, example_inputs: list):
    """torch.compile(model, backend="matrix")"""
    backend = aot_autograd(
        fw_compiler=compile_graph, inference_compiler=compile_graph,
        bw_compiler=refuse_backward, decompositions=decompositions())
    return backend(module, example_inputs)


def compile_graph(module: fx.GraphModule, example_inputs: list):
    """A graph of ATen operators on tensors, as a function of a list of inputs."""
    graph = module.graph
    require_static(graph)
    outputs = split_outputs(graph)
    if not outputs.computed:
        return make_boxed_func(lambda *inputs: outputs.assemble(inputs, []))
    program = Program(graph_to_linalg(graph),
                      [node.meta["val"] for node in outputs.computed])
    return make_boxed_func(
        lambda *inputs: outputs.assemble(inputs, program(inputs)))


def require_static(graph: fx.Graph) -> None:
    names = symbolic_inputs(graph)
    if names:
        raise UnsupportedGraph(
            f"the shape of input {names[0]} is open; sizes must be static: "
            'use torch.compile(..., backend="matrix", dynamic=False)')


def refuse_backward(module: fx.GraphModule, example_inputs: list):
    """Training is not compiled; forward passes of modules in training are."""
    def backward(*inputs):
        raise UnsupportedGraph(
            "the matrix backend has no backward pass; "
            "call the model under torch.no_grad(), or train in eager mode")
    return make_boxed_func(backward)

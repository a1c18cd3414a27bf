#===- backend.py - the backend that Dynamo calls -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The entry point of Dynamo: compiles a graph with example inputs to a callable."""

import functools
from contextlib import nullcontext

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from functorch.compile import make_boxed_func, min_cut_rematerialization_partition
from torch.nn.attention import SDPBackend, sdpa_kernel

from . import quantized
from .checks import Checked
from .compiler.sizes import Specialized, is_symbolic
from .operators.decompositions import decompositions
from .errors import UnsupportedGraph
from .fallback import plan
from .importing import graph_to_linalg
from .runtime.instruments import log_code, name_of
from .options import FILES, Options, path_in
from .program import CheckedByEager, Program, build, interpret


def matrix(module: fx.GraphModule, example_inputs: list, *, options: dict | None = None,
           mode: str | None = None):
    """torch.compile(model, backend="matrix", options={...})"""
    compiler = functools.partial(compile_graph, options=Options.of(options, mode))
    backend = aot_autograd(
        fw_compiler=compiler, bw_compiler=compiler, inference_compiler=compiler,
        partition_fn=min_cut_rematerialization_partition,
        decompositions=decompositions())
    with differentiable_attention() if torch.is_grad_enabled() else nullcontext():
        return quantized.compiled(module, example_inputs, backend)


def differentiable_attention():
    """The backward pass of fused attention takes an intermediate result that the
    decomposition of its forward pass does not have."""
    return sdpa_kernel(SDPBackend.MATH)


def compile_graph(module: fx.GraphModule, example_inputs: list, *, options: Options):
    """Compiles a graph of ATen operators to a function of a list of inputs."""
    require_host_memory(module.graph)
    planned = functools.partial(
        plan, compile=functools.partial(compile_program, options=options), options=options)
    symbolic = any(is_symbolic(node.meta.get("val"))
                   for node in module.graph.find_nodes(op="placeholder"))
    return make_boxed_func(Specialized(module, planned) if symbolic else planned(module))


def compile_program(graph: fx.Graph, results: list[torch.Tensor], *, options: Options):
    if options.output == "cpu":
        return functools.partial(interpret, graph)
    return TRANSLATORS[options.output](graph, results, options)


def simulated(graph: fx.Graph, results: list[torch.Tensor], options: Options):
    name = name_of(graph)
    executable = build(graph, options)
    log_code(name, lambda: build(graph, options, "asm"))
    return Checked(Program(executable, results, options, name), graph)


def compared(graph: fx.Graph, results: list[torch.Tensor], options: Options):
    return CheckedByEager(simulated(graph, results, options), graph)


def written(graph: fx.Graph, results: list[torch.Tensor], options: Options):
    """Writes a file; PyTorch executes the graph."""
    emit, suffix = FILES[options.output]
    output = build(graph, options, emit) if emit else graph_to_linalg(graph).encode()
    path_in(options.output_dir, "graph", suffix).write_bytes(output)
    return functools.partial(interpret, graph)


TRANSLATORS = {"simulate": simulated, "check": compared,
               **dict.fromkeys(FILES, written)}


def require_host_memory(graph: fx.Graph) -> None:
    for node in graph.find_nodes(op="placeholder"):
        value = node.meta.get("val")
        if isinstance(value, torch.Tensor) and value.device.type != "cpu":
            raise UnsupportedGraph(f"input {node.name} is on device {value.device}; "
                                   "the matrix backend takes tensors on the CPU")

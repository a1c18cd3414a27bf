#===- backend.py - the backend that Dynamo calls -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The entry point of Dynamo: compiles a graph with example inputs to a callable.
Dynamo's graph goes through AOTAutograd, which decomposes operators and divides forward
and backward pass by a minimum cut; each part is partitioned into programs and operators
of eager mode (partition, fallback.py). The result is a CompiledGraph, which
AOTAutograd's cache stores as graph and restores with the programs of the cache on disk.
Other outputs than simulation differ only in the function that compiles one program."""

import functools
from collections.abc import Callable

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from torch._functorch._aot_autograd.autograd_cache import BypassAOTAutogradCache
from torch._inductor.output_code import OutputCode
from torch.utils._python_dispatch import _disable_current_modes
from functorch.compile import min_cut_rematerialization_partition

from . import quantized
from .checks import Checked
from .compiler import aot_cache, graphs
from .compiler.machine import compiling_for
from .compiler.sizes import Specialized, is_symbolic
from .operators.decompositions import decompositions
from .errors import UnsupportedGraph
from .fallback import plan, planned
from .importing import graph_to_linalg
from .runtime.instruments import log_code, name_of
from .options import FILES, Options, path_in
from .program import CheckedByEager, Program, build, interpret


def matrix(module: fx.GraphModule, example_inputs: list, *, options: dict | None = None,
           mode: str | None = None):
    """torch.compile(model, backend="matrix", options={...})"""
    options = Options.of(options, mode)
    backend = aot_autograd(
        **aot_cache.compilers(functools.partial(compile_graph, options=options), options),
        partition_fn=min_cut_rematerialization_partition,
        decompositions=decompositions())
    with compiling_for(options):
        return quantized.compiled(module, example_inputs, aot_cache.cached(backend, options))


def compile_graph(module: fx.GraphModule, example_inputs: list, *, options: Options):
    """Compiles a graph of ATen operators to a function of a list of inputs."""
    require_host_memory(module.graph)
    symbolic = any(is_symbolic(node.meta.get("val"))
                   for node in module.graph.find_nodes(op="placeholder"))
    return CompiledGraph(module, options, symbolic)


class CompiledGraph(OutputCode):
    """A function of a list of inputs. As bytes, in the cache of AOTAutograd, it is the
    graph, whose programs the cache of compiled programs has."""

    def __init__(self, module: fx.GraphModule, options: Options, is_symbolic: bool):
        super().__init__()
        self._boxed_call = True    # wrappers copy attributes of the object
        self.options, self.is_symbolic, self.graph = options, is_symbolic, None
        self.complete(module, plan)

    def complete(self, module: fx.GraphModule, make_plan: Callable) -> None:
        compile = functools.partial(compile_program, options=self.options)
        if self.is_symbolic:
            make_plan = plan    # of each specialized graph
        make = functools.partial(make_plan, compile=compile, options=self.options)
        self.function = Specialized(module, make) if self.is_symbolic else make(module)

    def __call__(self, inputs: list) -> list:
        return self.function(*map(plain, inputs))

    def prepare_for_serialization(self) -> None:
        """AOTAutograd calls it on a copy."""
        kept = graphs.LINES if self.is_symbolic else graphs.PLANNED
        try:
            self.graph = graphs.dumps(self.function.module, kept)
        except Exception as error:  # of pickle, of various types
            raise BypassAOTAutogradCache(f"{type(error).__name__}: {error}") from error
        self.function = None

    def post_compile(self, example_inputs, constants, graph_kwargs) -> None:
        """After it was read from the cache."""
        self.complete(graphs.loads(self.graph), planned)


def plain(value):
    """A tensor instead of an instance of a subclass, on which operators fail in the first call
    of a graph, because PyTorch observes it by a mode that rejects subclasses."""
    kind = type(value)
    if kind in (torch.Tensor, torch.nn.Parameter) or not isinstance(value, torch.Tensor) \
            or kind.__torch_dispatch__ is not torch.Tensor.__torch_dispatch__:
        return value
    with torch._C.DisableTorchFunctionSubclass(), _disable_current_modes():
        return value.as_subclass(torch.Tensor)


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

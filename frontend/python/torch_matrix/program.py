#===- program.py - compiled programs --------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A compiled program: an executable compiled from the torch dialect, executed on
tensors by one simulator for each thread. Executables are cached at two levels: a hash
of the graph leads to the hash of the torch dialect, under which the output is stored. A
graph that is known is therefore not imported, and graphs with equal import share one
output."""

import threading

import torch
from torch import fx

from . import importing, tuning
from .compiler import cache, service
from .compiler.stopwatch import stage
from .decisions import describe
from .errors import MatrixError
from .runtime.instruments import profiled
from .options import Options
from .runtime import Simulator

# Largest difference that option output="check" accepts, over the largest magnitude.
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.float16: 2e-3,
             torch.bfloat16: 2e-2}


class Program:
    """Each call runs the executable in the simulator of the calling thread."""

    def __init__(self, executable: bytes, results: list[torch.Tensor], options: Options,
                 name: str = "matrix::program"):
        """results: tensors (or fakes) with the types and shapes of the results."""
        self.executable, self.options, self.name = executable, options, name
        self.types = [(result.dtype, result.shape) for result in results]
        self.simulators = threading.local()

    def __call__(self, inputs: list[torch.Tensor]) -> list[torch.Tensor]:
        results = [torch.empty(shape, dtype=dtype) for dtype, shape in self.types]
        simulator = self.simulator()
        with stage("simulation"):
            profiled(self.name, lambda: simulator.call(inputs, results), simulator.cycles)
        return results

    def simulator(self) -> Simulator:
        try:
            return self.simulators.own
        except AttributeError:
            self.simulators.own = Simulator(self.executable, self.options.hazards)
            if self.options.cycles:
                self.simulators.own.count_cycles(self.executable)
            return self.simulators.own


class CheckedByEager:
    """A program whose results are compared with those of PyTorch at each call."""

    def __init__(self, program, graph: fx.Graph):
        self.program, self.graph = program, graph

    def __call__(self, inputs: list[torch.Tensor]) -> list[torch.Tensor]:
        results = self.program(inputs)
        for number, (got, want) in enumerate(
                zip(results, interpret(self.graph, inputs), strict=True)):
            compare(f"result {number} of the program", got, want)
        return results


def interpret(graph: fx.Graph, inputs: list[torch.Tensor]) -> list[torch.Tensor]:
    with torch.no_grad():
        return Interpreter(graph.owning_module, graph=graph).run(*inputs)


class Interpreter(fx.Interpreter):
    """Executes a program by PyTorch. Tensors of programs are dense and row-major; views that
    require it make them so, because decompositions result in other strides."""

    def call_function(self, target, args, kwargs):
        if target in DENSE_VIEWS:
            args = (args[0].contiguous(), *args[1:])
        return super().call_function(target, args, kwargs)


DENSE_VIEWS = {torch.ops.aten.view.default, torch.ops.aten.view.dtype,
               torch.ops.aten._unsafe_view.default}


def compare(name: str, got: torch.Tensor, want: torch.Tensor) -> None:
    allowed = TOLERANCE.get(want.dtype, 0)
    if not torch.equal(got.isnan(), want.isnan()):
        raise MatrixError(f"{name} has NaN where eager mode has none, or the reverse")
    differ = got.double().sub(want.double()).nan_to_num().abs().max().item()
    largest = want.double().nan_to_num(posinf=0, neginf=0).abs().max().item()
    if differ > allowed * largest:
        raise MatrixError(
            f"{name} differs from eager mode by {differ:.1e}, of {largest:.1e} for the "
            f"largest magnitude (allowed: {allowed:.0e} of it)")


def build(graph: fx.Graph, options: Options, emit: str = "elf") -> bytes:
    """The output of matrix-compile for a graph, from the cache if it has it."""
    arguments = [*options.arguments(), f"--emit={emit}"]
    if not options.cache or cache.folder() is None:
        torch_dialect = importing.import_graph(graph)
        return translate(importing.lower(torch_dialect, graph), arguments, options)
    return find_or_build(graph, arguments, options)


def find_or_build(graph: fx.Graph, arguments: list[str], options: Options) -> bytes:
    """An output is stored under a hash of the torch dialect. A hash of the graph leads to
    that one, so that a graph that is known need not be imported."""
    determined = [*arguments, *["tuned"] * options.tune]
    alias = cache.key(describe(graph), determined)
    known = cache.load(alias)
    output = cache.load(known.decode()) if known else None
    if output is not None:
        return output
    torch_dialect = importing.import_graph(graph)
    key = cache.key(torch_dialect, determined)
    output = cache.load(key)
    if output is None:
        output = translate(importing.lower(torch_dialect, graph), arguments, options)
        cache.store(key, output)
    cache.store(alias, key.encode())
    return output


def translate(linalg: str, arguments: list[str], options: Options) -> bytes:
    """The output of matrix-compile, by measured plans if they are wanted."""
    if not options.tune:
        return service.build(linalg, arguments)
    with tuning.database(options) as path:
        tuning.measure(linalg, path, options)
        return service.build(linalg, [*arguments, f"--tuned={path}"])

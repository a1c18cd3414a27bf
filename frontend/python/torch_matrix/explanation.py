#===- explanation.py - what torch.compile does with a model ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""explain(model, *args): graphs, graph breaks, and the operators of each graph, with
the memory, the seconds and the cycles of one call. The model is compiled again by the
backend with a collector of reports in place of warnings; the reason of a graph break is
that of the graph before it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from .backend import matrix
from .compiler import stopwatch
from .report import Operator, Report, collected, lines_of
from .timing import Memory, Timing, count_cycles, in_bytes, program_of


@dataclass(frozen=True)
class GraphBreak:
    """Where Dynamo ended a graph, and why."""
    reason: str
    location: str  # "file:line", or empty

    def __str__(self) -> str:
        return f"{self.location}: {self.reason}" if self.location else self.reason


@dataclass
class Explanation:
    """The graphs of a model in the order of their compilation, the graph breaks between
    them, functions and modules that are in no graph, the results of the call, and its
    seconds: of capture by PyTorch, import by torch-mlir, matrix-compile, and simulation."""
    graphs: list["Graph"] = field(default_factory=list)
    breaks: list[GraphBreak] = field(default_factory=list)
    uncaptured: list[Operator] = field(default_factory=list)
    results: Any = None
    seconds: dict[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        parts = [f"{counted(len(self.graphs), 'graph')}, "
                 f"{counted(len(self.breaks), 'graph break')}"]
        if not self.graphs:
            parts.append("nothing runs on the accelerator" if self.uncaptured
                         else "nothing runs on the accelerator: PyTorch has captured no operator")
        parts += lines_of(self.uncaptured)
        parts += [f"graph break: {found}" for found in self.breaks]
        parts += [f"graph {number}: {found}" for number, found in enumerate(self.graphs)]
        parts += ["seconds: " + ", ".join(
            f"{stage} {spent:.1f}" for stage, spent in self.seconds.items())]
        return "\n".join(parts)


@dataclass
class Graph:
    """Operators as in Report; `programs` has the timing of each program, or None for one
    that has not run in the simulator, and `memory` its memory. `parameters` are the bytes of
    parameters and buffers of the model among the arguments."""
    accelerated: list[Operator]
    eager: list[Operator]
    divisions: list[Operator]
    programs: list[Timing | None] = field(default_factory=list)
    memory: list[Memory | None] = field(default_factory=list)
    parameters: int = 0

    def __str__(self) -> str:
        lines = [f"{counted(len(self.accelerated), 'operator')} on the accelerator, "
                 f"{len(self.eager)} in eager mode; {counted(len(self.programs), 'program')}"]
        names = Counter(found.name for found in self.accelerated)
        if names:
            lines.append("on the accelerator: " + ", ".join(
                f"{name} ({count})" for name, count in names.most_common()))
        lines += [f"in eager mode: {line}" for line in lines_of(self.eager)]
        lines += [f"divided before {line}" for line in lines_of(self.divisions)]
        if self.parameters:
            lines.append(f"parameters: {in_bytes(self.parameters)}")
        for number, (timing, memory) in enumerate(zip(self.programs, self.memory)):
            lines.append(f"program {number}: {timing or 'not simulated'}")
            lines += [f"program {number}: {memory}"] * bool(memory)
        return "\n  ".join(lines)


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def explain(model: Callable, *args, options: dict | None = None, cycles: bool = True,
            **kwargs) -> Explanation:
    """Compiles the model and calls it once, in the simulator with cycle counting if
    `cycles` is set. What torch.compile has compiled before is forgotten, as by
    torch._dynamo.explain."""
    found, programs, parameters = Explanation(), [], []

    def backend(module: torch.fx.GraphModule, inputs: list):
        found.breaks.extend(break_after(module))
        parameters.append(bytes_of_parameters(module))
        return matrix(module, inputs, options=options)
    backend.compiler_fn, backend.kwargs = matrix, {"options": options}    # for uncaptured.py

    def collect(report: Report) -> None:
        if report.uncaptured:
            found.uncaptured.extend(report.uncaptured)
            return
        programs.append(list(map(program_of, report.programs)))
        for program in filter(None, programs[-1] if cycles else []):
            count_cycles(program)
        found.graphs.append(Graph(report.accelerated, report.eager, report.divisions,
                                  parameters=parameters[-1]))

    torch._dynamo.reset()
    try:
        with collected(collect), stopwatch.recorded() as found.seconds:
            found.results = torch.compile(model, backend=backend)(*args, **kwargs)
        for graph, each in zip(found.graphs, programs):
            graph.programs = [program and Timing.of(program) for program in each]
            graph.memory = [program and Memory.of(program) for program in each]
    finally:
        torch._dynamo.reset()
    return found


def bytes_of_parameters(module: torch.fx.GraphModule) -> int:
    """Dynamo has marked the arguments that are parameters or buffers of modules."""
    marked = [node.meta["example_value"] for node in module.graph.find_nodes(op="placeholder")
              if "_dynamo_static_input_type" in node.meta.get("tensor_dict", {})]
    return sum(value.nbytes for value in marked)


def break_after(module: torch.fx.GraphModule) -> list[GraphBreak]:
    """Why Dynamo has ended the graph, if it is a graph break."""
    reason = getattr(module, "compile_subgraph_reason", None)
    if reason is None or not reason.graph_break:
        return []
    stack = reason.user_stack
    location = f"{stack[-1].filename}:{stack[-1].lineno}" if stack else ""
    return [GraphBreak(reason.reason.partition("\n")[0], location)]

#===- explanation.py - what torch.compile does with a model ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""explain(model, *args): graphs, graph breaks, and the operators of each graph, with the
cycles of one call."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from .backend import matrix
from .report import Operator, Report, collected, lines_of
from .timing import Timing, timed


@dataclass(frozen=True)
class GraphBreak:
    reason: str
    location: str  # "file:line", or empty

    def __str__(self) -> str:
        return f"{self.location}: {self.reason}" if self.location else self.reason


@dataclass
class Explanation:
    """The graphs of a model in the order of their compilation, the graph breaks between
    them, and the results of the call."""
    graphs: list["Graph"] = field(default_factory=list)
    breaks: list[GraphBreak] = field(default_factory=list)
    results: Any = None

    def __str__(self) -> str:
        parts = [f"{counted(len(self.graphs), 'graph')}, "
                 f"{counted(len(self.breaks), 'graph break')}"]
        parts += [f"graph break: {found}" for found in self.breaks]
        parts += [f"graph {number}: {found}" for number, found in enumerate(self.graphs)]
        return "\n".join(parts)


@dataclass
class Graph:
    """Operators as in Report; `programs` has the timing of each program, or None for one
    that has not run in the simulator."""
    accelerated: list[Operator]
    eager: list[Operator]
    divisions: list[Operator]
    programs: list[Timing | None]

    def __str__(self) -> str:
        lines = [f"{counted(len(self.accelerated), 'operator')} on the accelerator, "
                 f"{len(self.eager)} in eager mode; {counted(len(self.programs), 'program')}"]
        names = Counter(found.name for found in self.accelerated)
        if names:
            lines.append("on the accelerator: " + ", ".join(
                f"{name} ({count})" for name, count in names.most_common()))
        lines += [f"in eager mode: {line}" for line in lines_of(self.eager)]
        lines += [f"divided before {line}" for line in lines_of(self.divisions)]
        lines += [f"program {number}: {timing or 'not simulated'}"
                  for number, timing in enumerate(self.programs)]
        return "\n  ".join(lines)


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def explain(model: Callable, *args, options: dict | None = None, cycles: bool = True,
            **kwargs) -> Explanation:
    """Compiles the model and calls it once, in the simulator with cycle counting if
    `cycles` is set. What torch.compile has compiled before is forgotten, as by
    torch._dynamo.explain."""
    found, programs = Explanation(), []

    def backend(module: torch.fx.GraphModule, inputs: list):
        found.breaks.extend(break_after(module))
        return matrix(module, inputs, options=options)

    def collect(report: Report) -> None:
        programs.append([timed(program) if cycles else None for program in report.programs])
        found.graphs.append(Graph(report.accelerated, report.eager, report.divisions, []))

    torch._dynamo.reset()
    try:
        with collected(collect):
            found.results = torch.compile(model, backend=backend)(*args, **kwargs)
        for graph, each in zip(found.graphs, programs):
            graph.programs = [program and Timing.of(program) for program in each]
    finally:
        torch._dynamo.reset()
    return found


def break_after(module: torch.fx.GraphModule) -> list[GraphBreak]:
    """Why Dynamo has ended the graph, if it is a graph break."""
    reason = getattr(module, "compile_subgraph_reason", None)
    if reason is None or not reason.graph_break:
        return []
    stack = reason.user_stack
    location = f"{stack[-1].filename}:{stack[-1].lineno}" if stack else ""
    return [GraphBreak(reason.reason.partition("\n")[0], location)]

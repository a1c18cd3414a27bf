#===- stages.py - graphs cut into programs ------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Partitions a graph into stages: operators that PyTorch computes, then one program.

A node belongs to the first stage in which its operands are available. The order of
random operators, which determines the numbers they draw, is preserved. A value used
by another stage is an input, a result of a program, or a view of one of these; views
are created on the host and share storage as in eager mode. AOTAutograd has made the
graph free of side effects, so that operands and random numbers determine the order.
"""

from dataclasses import dataclass
from typing import Any, Callable

import torch
from torch import fx

from . import host, layout
from ..compiler.sizes import is_symbolic
from .subgraphs import extract, is_computed, is_constant

FIRST_STAGE = "first_stage"  # in the metadata of nodes: the first stage they can be in


@dataclass
class Stage:
    """Nodes that PyTorch computes, then a program: its inputs, results and nodes. A
    stage without results has no program."""
    on_host: list[fx.Node]
    inputs: list[fx.Node]
    results: list[fx.Node]
    members: set[fx.Node]  # of the program
    graph: fx.Graph | None  # of the program
    program: Callable | None = None

    def expected(self) -> list[torch.Tensor]:
        """Fakes with the types and shapes of the results."""
        return [node.meta["val"] for node in self.results]


class Plan:
    """A graph as stages, whose programs are to be compiled."""

    def __init__(self, module: fx.GraphModule):
        self.module, self.graph = module, module.graph
        self.parts: dict[str, Callable] = {}
        self.placeholders = self.graph.find_nodes(op="placeholder")
        self.outputs = self.graph.output_node().args[0]
        self.number = number_stages(self.graph)
        self.base = find_bases(self.graph)
        leaving = self.leaving()
        self.stages = [self.make_stage(members, leaving) for members in self.by_stage()]

    def by_stage(self) -> list[list[fx.Node]]:
        members = [[] for _ in range(1 + max(self.number.values()))]
        for node, number in self.number.items():
            members[number].append(node)
        return members

    def make_stage(self, nodes: list[fx.Node], leaving: set[fx.Node]) -> Stage:
        on_host = [node for node in nodes if host.runs_on_host(node)]
        results = [node for node in nodes if node in leaving]
        if not results:
            return Stage(on_host, [], [], set(), None)
        members = self.members_of_program(results)
        graph, inputs = extract(self.module, members, results)
        return Stage(on_host, inputs, results, members, graph)

    def leaving(self) -> set[fx.Node]:
        """The nodes that programs compute and that have users outside of their program."""
        operands = {operand for user in self.graph.nodes
                    for operand in user.all_input_nodes if self.leaves(operand, user)}
        return {base for base in map(self.base.get, operands) if is_computed(base)}

    def leaves(self, operand: fx.Node, user: fx.Node) -> bool:
        return not is_computed(user) or self.number[operand] < self.number[user]

    def members_of_program(self, results: list[fx.Node]) -> set[fx.Node]:
        members, open_nodes = set(), list(results)
        while open_nodes:
            node = open_nodes.pop()
            if node in members:
                continue
            members.add(node)
            open_nodes += [
                operand for operand in node.all_input_nodes
                if is_constant(operand) or is_computed(operand)
                and self.number[operand] == self.number[node]]
        return members

    def __call__(self, *inputs) -> list:
        values = dict(zip(self.placeholders, inputs))
        for stage in self.stages:
            for node in stage.on_host:
                values[node] = as_expected(self.evaluate(node, values), node)
            if stage.program:
                results = stage.program([self.value(node, values)
                                         for node in stage.inputs])
                for node, result in zip(stage.results, results):
                    values[node] = layout.with_strides(
                        result, node.meta["val"].stride())
        return [self.value(output, values) for output in self.outputs]

    def value(self, node: Any, values: dict[fx.Node, Any]) -> Any:
        """The value of a node; other arguments are returned unchanged."""
        if isinstance(node, fx.Node) and node not in values:
            values[node] = self.derive(node, values)
        return values[node] if isinstance(node, fx.Node) else node

    def derive(self, node: fx.Node, values: dict[fx.Node, Any]) -> torch.Tensor:
        """A value that no program computes: a view, or a constant."""
        fake, base = node.meta.get("val"), self.base[node]
        if is_constant(node):
            return self.evaluate(node, values)
        return layout.view_of(self.value(base, values), base.meta["val"], fake)

    def evaluate(self, node: fx.Node, values: dict[fx.Node, Any]) -> Any:
        if node.op == "get_attr":
            return self.parts.get(node.target) or getattr(self.module, node.target)
        args, kwargs = fx.map_arg((node.args, node.kwargs),
                                  lambda operand: self.value(operand, values))
        if node.target is torch.ops.aten.view_as_real.default:
            args = resolved(args[0]),
        return node.target(*args, **kwargs)


def resolved(x: torch.Tensor) -> torch.Tensor:
    """A lazy conjugate as numbers with its strides, also if they leave elements out."""
    return layout.with_strides(x.resolve_conj(), x.stride())


def as_expected(value: Any, node: fx.Node) -> Any:
    """Converts the value to the type and strides of its fake tensor, on which views and
    programs rely, if the operator deviates from its meta function."""
    fake = node.meta.get("val")
    if not isinstance(value, torch.Tensor) or host.is_view(node.target) \
            or value.layout != torch.strided or is_symbolic(fake) \
            or value.shape != fake.shape or value.is_quantized:
        return value
    return layout.with_strides(value.to(fake.dtype), fake.stride())


def number_stages(graph: fx.Graph) -> dict[fx.Node, int]:
    number, last_random = {}, 0
    for node in graph.nodes:
        operands = node.all_input_nodes
        if not host.runs_on_host(node):
            number[node] = max([number[operand] for operand in operands]
                               + [node.meta.get(FIRST_STAGE, 0)])
            continue
        number[node] = max([number[operand] + is_computed(operand)
                            for operand in operands] + [0])
        if host.is_random(node) or host.calls_parts(node):
            number[node] = last_random = max(number[node], last_random)
    return number


def find_bases(graph: fx.Graph) -> dict[fx.Node, fx.Node]:
    """For each node, the node whose storage it shares; itself if it has its own."""
    base, owner = {}, {}
    for node in graph.nodes:
        key = layout.storage_of(node.meta.get("val"))
        first = node if key is None else owner.setdefault(key, node)
        shares = first is node or not is_computed(first) or layout.covers(
            first.meta["val"], node.meta["val"])
        base[node] = first if shares else node
    return base


def divide(plan: Plan, node: fx.Node) -> None:
    """Makes a further stage of the node and what follows it in its program."""
    number, follows = plan.number[node], False
    for other in plan.graph.nodes:
        follows |= other is node
        if is_computed(other) and (plan.number[other] > number
                                   or follows and plan.number[other] == number):
            first = other.meta.get(FIRST_STAGE, plan.number[other])
            other.meta[FIRST_STAGE] = first + 1

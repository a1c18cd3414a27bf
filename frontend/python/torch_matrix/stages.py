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
are created on the host and share storage as in eager mode.
"""

from dataclasses import dataclass
from typing import Any, Callable

import torch
from torch import fx

from . import host, layout

Compile = Callable[[fx.Graph, list[torch.Tensor]], Callable]


@dataclass
class Stage:
    on_host: list[fx.Node]
    inputs: list[fx.Node]
    results: list[fx.Node]
    program: Callable | None


class Plan:
    """A graph as stages. compile(graph, results) compiles their programs; results are
    tensors (or fakes) with the types and shapes of the results."""

    def __init__(self, module: fx.GraphModule, compile: Compile):
        self.module, self.graph = module, module.graph
        host.detach_shapes(self.graph)
        self.placeholders = self.graph.find_nodes(op="placeholder")
        self.outputs = self.graph.output_node().args[0]
        self.number = number_stages(self.graph)
        self.base = find_bases(self.graph)
        self.stages = [self.make_stage(number, compile)
                       for number in range(1 + max(self.number.values()))]

    def make_stage(self, number: int, compile: Compile) -> Stage:
        members = [node for node in self.graph.nodes
                   if self.number.get(node) == number]
        on_host = [node for node in members if host.runs_on_host(node)]
        leaving = self.leaving()
        results = [node for node in members if node in leaving]
        if not results:
            return Stage(on_host, [], [], None)
        graph, inputs = self.extract(results)
        program = compile(graph, [node.meta["val"] for node in results])
        return Stage(on_host, inputs, results, program)

    def leaving(self) -> set[fx.Node]:
        """The nodes that programs compute and that have users outside of their program."""
        operands = {operand for user in self.graph.nodes
                    for operand in user.all_input_nodes if self.leaves(operand, user)}
        return {base for base in map(self.base.get, operands) if is_computed(base)}

    def leaves(self, operand: fx.Node, user: fx.Node) -> bool:
        return not is_computed(user) or self.number[operand] < self.number[user]

    def extract(self, results: list[fx.Node]) -> tuple[fx.Graph, list[fx.Node]]:
        """The graph of a program, and the nodes that are its inputs."""
        inside = self.members_of_program(results)
        inputs = [node for node in self.graph.nodes if node not in inside
                  and any(user in inside for user in node.users)]
        graph, copies = fx.Graph(), {}
        for node in inputs:
            copies[node] = graph.placeholder(node.name)
            copies[node].meta = dict(node.meta)
        for node in self.graph.nodes:
            if node in inside:
                copies[node] = graph.node_copy(node, copies.__getitem__)
        graph.output(tuple(copies[node] for node in results))
        # Constants of the graph are attributes of the module.
        return fx.GraphModule(self.module, graph).graph, inputs

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
            return getattr(self.module, node.target)
        args, kwargs = fx.map_arg((node.args, node.kwargs),
                                  lambda operand: self.value(operand, values))
        return node.target(*args, **kwargs)


def is_constant(node: fx.Node) -> bool:
    """Operators without operands are part of every program that uses them."""
    return (node.op == "get_attr" or node.op == "call_function"
            and not node.all_input_nodes and not host.runs_on_host(node))


def is_computed(node: fx.Node) -> bool:
    """Whether a program computes the node."""
    return (node.op == "call_function" and not is_constant(node)
            and not host.runs_on_host(node))


def as_expected(value: Any, node: fx.Node) -> Any:
    """Converts the value to the type and strides of its fake tensor, on which views and
    programs rely, if the operator deviates from its meta function."""
    fake = node.meta.get("val")
    if not isinstance(value, torch.Tensor) or host.is_view(node.target) \
            or value.layout != torch.strided or value.shape != fake.shape:
        return value
    return layout.with_strides(value.to(fake.dtype), fake.stride())


def number_stages(graph: fx.Graph) -> dict[fx.Node, int]:
    number, last_random = {}, 0
    for node in graph.nodes:
        operands = node.all_input_nodes
        if not host.runs_on_host(node):
            number[node] = max((number[operand] for operand in operands), default=0)
            continue
        number[node] = max([number[operand] + is_computed(operand)
                            for operand in operands] + [0])
        if host.is_random(node):
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

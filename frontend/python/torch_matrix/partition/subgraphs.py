#===- subgraphs.py - parts of a graph --------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Parts of a graph as graphs of their own, and queries of nodes: whether a program
computes them, their source line and their module. An extracted graph takes the values
from outside as inputs in the order of the whole graph; operators without operands are
copied into every part that uses them instead of being passed."""

import operator
import re
from collections.abc import Iterable

import torch
from torch import fx

from . import host

MODULE = "module"  # in the metadata of nodes: module_of(node)
LINE = re.compile(r'File "([^"]+)", line (\d+)')


def is_constant(node: fx.Node) -> bool:
    """Operators without operands are part of every program that uses them."""
    return (node.op == "get_attr" or node.op == "call_function"
            and not node.all_input_nodes and not host.runs_on_host(node))


def is_computed(node: fx.Node) -> bool:
    """Whether a program computes the node."""
    return (node.op == "call_function" and not is_constant(node)
            and not host.runs_on_host(node))


def is_element(node: fx.Node) -> bool:
    """Whether the node is an element of the results of an operator."""
    return node.target is operator.getitem


def extract(module: fx.GraphModule, inside: set[fx.Node],
            results: list[fx.Node]) -> tuple[fx.Graph, list[fx.Node]]:
    """The graph of the nodes, and the nodes outside that are its inputs."""
    whole = module.graph
    inputs = [node for node in whole.nodes if node not in inside
              and any(user in inside for user in node.users)]
    graph, copies = fx.Graph(), {}
    for node in inputs:
        copies[node] = graph.placeholder(node.name)
        copies[node].meta = dict(node.meta)
    for node in whole.nodes:
        if node in inside:
            copies[node] = graph.node_copy(node, copies.__getitem__)
    graph.output(tuple(copies[node] for node in results))
    # Constants of the graph are attributes of the module.
    return fx.GraphModule(module, graph).graph, inputs


def extract_operators(module: fx.GraphModule, operators: Iterable[fx.Node]) -> fx.Graph:
    """The graph of the operators, with the constants that they use. Its results are all
    values that are used elsewhere."""
    inside = set(operators)
    inside |= {user for node in operators for user in node.users if is_element(user)}
    results = [node for node in module.graph.nodes if node in inside and is_result(node, inside)]
    constants = {operand for node in inside for operand in node.all_input_nodes
                 if is_constant(operand)}
    return extract(module, inside | constants, results)[0]


def is_result(node: fx.Node, inside: set[fx.Node]) -> bool:
    return isinstance(node.meta.get("val"), torch.Tensor) and \
        any(user not in inside for user in node.users)


def signature(node: fx.Node) -> str:
    """Key of an operator: the target and the types of its operands, which determine whether
    it can be compiled as a graph of its own."""
    def described(operand: fx.Node) -> str:
        value = operand.meta.get("val")
        return f"{value.dtype}{list(value.shape)}" \
            if isinstance(value, torch.Tensor) else operand.name
    return str((node.target, fx.map_arg((node.args, node.kwargs), described)))


def line_of(node: fx.Node) -> tuple[str, str] | None:
    """File and number of the innermost source line of the model that calls the operator."""
    lines = LINE.findall(node.meta.get("stack_trace") or "")
    return lines[-1] if lines else None


def location(node: fx.Node) -> str:
    """That line, or the module if it is one of PyTorch in a container of PyTorch."""
    line = line_of(node)
    if line:
        return " ({}:{})".format(*line)
    module = module_of(node)
    return f" (module {module})" if module else ""


def module_of(node: fx.Node) -> str:
    """The path of the module that calls the operator, or its class if it is the model."""
    if MODULE in node.meta:
        return node.meta[MODULE]
    stack = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack")
    if not stack:
        return ""
    path, kind = list(stack.values())[-1]
    return re.sub(r"^L\['\w+'\]\.?", "", path) or getattr(kind, "__name__", str(kind))


def subgraphs_of(graph: fx.Graph) -> list[fx.GraphModule]:
    """Those that operators of the graph call."""
    found = [getattr(graph.owning_module, node.target)
             for node in graph.find_nodes(op="get_attr")]
    return [each for each in found if isinstance(each, fx.GraphModule)]

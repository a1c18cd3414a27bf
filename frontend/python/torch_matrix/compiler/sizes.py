#===- sizes.py - graphs with symbolic sizes ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Graphs with symbolic sizes, which PyTorch captures for dynamic=True and for a second
size. Programs have static shapes: a graph is specialized and compiled for each
combination of sizes that occurs."""

import functools
import operator
import warnings
from typing import Callable

import torch
from torch import fx
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.experimental.symbolic_shapes import ShapeEnv

NUMBERS = (torch.SymInt, torch.SymFloat, torch.SymBool)
MANY = 8  # sizes, after which a warning is due


def is_symbolic(value) -> bool:
    """Whether the number, or an extent of the tensor, is symbolic."""
    return isinstance(value, NUMBERS) or isinstance(value, torch.Tensor) and any(
        isinstance(extent, torch.SymInt) for extent in (*value.shape, *value.stride()))


class Specialized:
    """A function that compiles the graph for the sizes of its arguments."""

    def __init__(self, module: fx.GraphModule, compile: Callable):
        self.module, self.compile = module, compile
        self.functions = {}

    def __call__(self, *inputs) -> list:
        sizes = tuple(map(size_of, inputs))
        if sizes not in self.functions:
            self.functions[sizes] = self.compile(specialize(self.module, inputs))
            if len(self.functions) == MANY:
                warnings.warn(f"a graph has been compiled for {MANY} sizes, and is compiled "
                              "for each further one; pad inputs to few sizes",
                              RuntimeWarning, stacklevel=2)
        return self.functions[sizes](*inputs)


def size_of(value):
    if isinstance(value, torch.Tensor):
        return value.shape, value.stride()
    return None if is_ragged(value) else value


def is_ragged(value) -> bool:
    """The extent of a nested tensor in its ragged dimension, a symbol for its offsets."""
    return isinstance(value, torch.SymInt) and value.node.is_nested_int()


def specialize(module: fx.GraphModule, inputs: tuple) -> fx.GraphModule:
    """The graph for arguments of these sizes; numbers are constants."""
    with FakeTensorMode(shape_env=ShapeEnv(), static_shapes=True,
                        allow_non_fake_inputs=True) as mode:    # of ragged extents
        fakes = [mode.from_tensor(value) if isinstance(value, torch.Tensor)
                 else 0 if is_ragged(value) else value for value in inputs]
    with mode, torch.no_grad(), fx.traceback.preserve_node_meta():
        traced = make_fx(Interpreter(module).run)(*fakes)
    for node, fake in zip(traced.graph.find_nodes(op="placeholder"), fakes, strict=True):
        node.meta.setdefault("val", fake)    # numbers have none
    return_arguments(traced, module)
    return traced


class Interpreter(fx.Interpreter):
    """PyTorch writes products and sums of symbols, such as strides, with any number of
    operands, but its operators take two."""

    def call_function(self, target, args, kwargs):
        if target in {operator.mul, operator.add}:
            return functools.reduce(target, args)
        return super().call_function(target, args, kwargs)


def return_arguments(traced: fx.GraphModule, module: fx.GraphModule) -> None:
    """Numbers that are arguments and results; the trace has constants instead."""
    arguments = dict(zip(*(graph.find_nodes(op="placeholder")
                           for graph in (module.graph, traced.graph)), strict=True))
    output, = traced.graph.find_nodes(op="output")
    wanted = module.graph.output_node().args[0]
    output.args = (tuple(arguments.get(node, value) if isinstance(node, fx.Node) and isinstance(
        node.meta.get("val"), NUMBERS) else value
        for node, value in zip(wanted, output.args[0], strict=True)),)

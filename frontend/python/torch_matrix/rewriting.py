#===- rewriting.py - operators replaced in a graph ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Replaces what decompositions cannot, because it depends on other nodes, by tracing a
graph again:

- Programs have no complex numbers. Pairs of real tensors take their place
  (operators/complex_numbers); complex inputs and results are views of real tensors.
  Operators that are not defined on pairs take and return complex numbers, in eager mode.
- Pooling is taken apart if its indices are used, or if its windows have different
  extents (operators/layers/pooling.py).
- Grouped products that libraries define (operators/layers/experts.py).
- Subgraphs of attention and of regions take the place of their operators
  (operators/layers/flexible.py).
- Operators address the storage of what programs compute (operators/storage.py).
- Operators on unsigned integers compute in 32 bits (operators/integers/unsigned.py).
- Truth values are converted once (operators/integers/truth_values.py).
- Constants that torch-mlir does not compute are literals (operators/literals.py).
- Random truth values that are written into a new tensor are drawn in the order of its
  storage.
- Decompositions of matrices are computed if only their values are used, whose signs are
  unique (operators/matrices/spectra.py).
"""

from collections.abc import Callable
from operator import getitem
from unittest.mock import patch

import torch
from torch import fx
from torch._guards import detect_fake_mode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.traceback import preserve_node_meta
from torch.utils._pytree import tree_any, tree_leaves, tree_map

from .partition import host
from .compiler.sizes import is_symbolic
from .operators.complex_numbers.pair_functions import FUNCTIONS
from .operators.complex_numbers.pairs import OPERATORS, Pair, is_complex
from .operators.complex_numbers.transforms import TRANSFORMS
from .operators.decompositions import bernoulli, decompositions
from .operators.matrices.spectra import VALUES
from .operators.integers.truth_values import convert_once
from .operators.integers.unsigned import widened
from .operators.layers.experts import NAMED
from .operators.layers.flexible import INLINED
from .operators.layers.pooling import ADAPTIVE, INDEXED
from .operators.literals import write_literals
from .operators.repetition import WHILE
from .operators.storage import ADDRESSED
from .operators.strides import RESTRIDE, like

PAIRED = {**OPERATORS, **FUNCTIONS, **TRANSFORMS}


def rewritten(module: fx.GraphModule, is_exported=False) -> fx.GraphModule:
    """The module itself if there is nothing to replace. An exported one has no host that
    creates views of inputs."""
    convert_once(module.graph)
    write_literals(module.graph)
    nodes = [node for node in module.graph.nodes if node.op != "output"]
    if not any(is_paired(node) or replacement(node, is_exported) for node in nodes) \
            or not all(map(can_be_traced, nodes)):
        return module
    inputs = [node.meta["val"] for node in nodes if node.op == "placeholder"]
    traced = make_fx(lambda *arguments: Rewriter(module, is_exported).run(*arguments),
                     decomposition_table=decompositions())
    with (detect_fake_mode(inputs) or torch._subclasses.FakeTensorMode()) as mode:
        with patch.object(mode, "allow_non_fake_inputs", True):    # constants
            with preserve_node_meta(), torch.no_grad():
                return traced(*inputs)


def replacement(node: fx.Node, is_exported=False) -> Callable | None:
    """The function that replaces the operator."""
    if host.fails_to_pool(node):
        return INDEXED[node.target]
    if always := {**INLINED, **ADAPTIVE}.get(node.target):
        return always
    if named := NAMED.get(str(node.target)):
        return named
    index, values = VALUES.get(node.target, (None, None))
    if values and all(user.target is getitem and user.args[1] == index
                      for user in node.users):
        return values
    if draws_in_place(node):
        return bernoulli
    if computes_unsigned(node):
        return widened(node.target)
    is_on_host = host.views_input(node) and not is_exported
    return None if is_on_host else ADDRESSED.get(node.target)


def computes_unsigned(node: fx.Node) -> bool:
    """The reason is not kept: that of an operator that fails to compile comes later."""
    return node.op == "call_function" and node.target is not getitem \
        and host.find_reason(node) == host.UNSIGNED


def draws_in_place(node: fx.Node) -> bool:
    """PyTorch has replaced bernoulli_ on a new tensor of these strides."""
    if node.target is not torch.ops.aten.bernoulli.p:
        return False
    drawn = node.args[0]
    while drawn.target in VIEWS_OF_NEW:
        drawn = drawn.args[0]
    return not drawn.all_input_nodes and drawn.op == "call_function" \
        and not node.args[0].meta["val"].is_contiguous()


VIEWS_OF_NEW = {torch.ops.aten.permute.default, RESTRIDE}


def is_paired(node: fx.Node) -> bool:
    return node.target in PAIRED and any(map(is_complex, values_of(node)))


def values_of(node: fx.Node) -> list:
    return tree_leaves([other.meta.get("val") for other in [*node.all_input_nodes, node]])


def can_be_traced(node: fx.Node) -> bool:
    """Not subgraphs other than those of loops, and sizes that depend on data."""
    callers = {WHILE, torch.ops.higher_order.with_effects, *INLINED}
    known = node.op == "placeholder" or node.target in {getitem, *callers} \
        or isinstance(node.target, torch._ops.OpOverload) \
        or node.op == "get_attr" and (all(user.target in callers for user in node.users)
                                      or is_tensor(node))
    return known and not any(map(is_symbolic, values_of(node)))


def is_tensor(node: fx.Node) -> bool:
    return isinstance(getattr(node.graph.owning_module, node.target), torch.Tensor)


class Rewriter(fx.Interpreter):
    """Executes the graph with pairs in place of complex tensors and with replacements
    of operators; make_fx records the operators that it calls."""

    def __init__(self, module: fx.GraphModule, is_exported: bool):
        super().__init__(module)
        self.is_exported = is_exported

    def placeholder(self, target, args, kwargs):
        return paired(super().placeholder(target, args, kwargs))

    def output(self, target, args, kwargs):
        nodes = self.module.graph.output_node().args[0]
        return [result_of(value, node) if isinstance(value, Pair) else value
                for value, node in zip(args[0], nodes)]

    def run_node(self, node: fx.Node):
        self.node = node
        return super().run_node(node)

    def call_function(self, target, args, kwargs):
        expected = self.node.meta.get("val")
        if is_complex(expected) or tree_any(is_pair, (args, kwargs)):
            result = PAIRED.get(target, undefined)(*args, **kwargs)
        elif function := replacement(self.node, self.is_exported):
            result = function(*args, **kwargs)
        else:
            return super().call_function(target, args, kwargs)
        if result is NotImplemented:
            args, kwargs = tree_map(complex_of, (args, kwargs))
            return tree_map(paired, super().call_function(target, args, kwargs))
        return result if is_pair(result) else like(result, expected)


def undefined(*args, **kwargs):
    return NotImplemented


def is_pair(value) -> bool:
    return isinstance(value, Pair)


def paired(value):
    return Pair.of(value) if is_complex(value) else value


def complex_of(value):
    return value.joined() if isinstance(value, Pair) else value


def result_of(value: Pair, node: fx.Node) -> torch.Tensor:
    """With the strides of the node."""
    parts = torch.stack([value.real, value.imag], -1)
    strides = [2 * stride for stride in node.meta["val"].stride()] + [1]
    if list(parts.stride()) != strides:
        parts = RESTRIDE(parts, strides)
    return torch.view_as_complex(parts)

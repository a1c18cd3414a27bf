#===- graphs.py - graphs as bytes ------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Graphs as bytes, with the metadata of their nodes that plans are made of: types,
reasons for eager mode, divisions and source lines. Other metadata is dropped. The
module of a node is a string computed before, because module stacks are not kept."""

import copy

from torch import fx
from torch._subclasses.fake_tensor import FakeTensorMode, unset_fake_temporarily
from torch.fx._graph_pickler import GraphPickler, Options

from ..partition import host, subgraphs
from ..partition.stages import FIRST_STAGE

LINES = {"stack_trace", subgraphs.MODULE}
PLANNED = {"val", host.REASON, host.SCALED, host.REJECTED, host.DIVIDED, FIRST_STAGE, *LINES}


def dumps(module: fx.GraphModule, kept: set[str] = PLANNED) -> bytes:
    """The module, with its constants."""
    graph = copy.deepcopy(module.graph)
    for node in graph.nodes:
        node.meta[subgraphs.MODULE] = subgraphs.module_of(node)
    options = Options(ops_filter=None, node_metadata_key_filter=kept.__contains__)
    with unset_fake_temporarily():
        return GraphPickler.dumps(fx.GraphModule(module, graph), options)


def loads(data: bytes) -> fx.GraphModule:
    module = GraphPickler.loads(data, FakeTensorMode(allow_non_fake_inputs=True))
    module.recompile()
    return module

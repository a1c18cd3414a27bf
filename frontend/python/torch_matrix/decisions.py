#===- decisions.py - what was found for a graph ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The operators of a graph that run in eager mode because they failed, and the
divisions of its programs, in this process and in the cache of compiled programs. The
key is a text of the graph with types, strides and a digest of its constants: two equal
graphs have the same failures, and the second one needs no trial compilations."""

import json

import torch
from torch import fx
from torch._subclasses.fake_tensor import unset_fake_temporarily
from torch.utils._pytree import tree_leaves

from .partition import host
from .compiler import cache
from .options import Options
from .partition.stages import FIRST_STAGE

# Metadata of nodes that a decision consists of.
KEPT = (host.REJECTED, host.DIVIDED, FIRST_STAGE)
KNOWN: dict[str, bytes] = {}


class Decisions:
    """What was found for one graph. `restore` sets the metadata of its nodes before
    they are compiled, and `store` keeps it afterwards."""

    def __init__(self, graph: fx.Graph, options: Options):
        self.graph, self.options = graph, options
        self.source = "decisions\n" + describe(graph)
        self.arguments = [*options.arguments(), options.output]
        self.known = cache.digest("\n".join([self.source, *self.arguments]).encode())

    def on_disk(self) -> str | None:
        """The key in the cache. Other outputs need no compiler, which is part of it."""
        if self.options.output in ("cpu", "mlir") or not self.options.cache \
                or cache.folder() is None:
            return None
        return cache.key(self.source, self.arguments)

    def restore(self) -> None:
        stored = KNOWN.get(self.known)
        if not stored and (key := self.on_disk()):
            stored = cache.load(key)
        found = json.loads(stored) if stored else {}
        for node in self.graph.nodes:
            node.meta.update(found.get(node.name, {}))

    def store(self) -> None:
        found = {node.name: {name: node.meta[name] for name in KEPT if name in node.meta}
                 for node in self.graph.nodes}
        KNOWN[self.known] = json.dumps(
            {name: kept for name, kept in found.items() if kept}).encode()
        if key := self.on_disk():
            cache.store(key, KNOWN[self.known])


def describe(graph: fx.Graph) -> str:
    """All of the graph that determines its import, constants included."""
    return "\n".join(f"{node.op} {node.name} {node.target} {node.args} {node.kwargs} "
                     f"{describe_values(node)}" for node in graph.nodes)


def describe_values(node: fx.Node) -> list[str]:
    found = [describe_value(value) for value in tree_leaves(node.meta.get("val"))]
    if node.op == "get_attr":
        constant = getattr(node.graph.owning_module, node.target)
        found.append(describe_constant(constant))
    return found


def describe_constant(constant) -> str:
    if isinstance(constant, fx.GraphModule):
        return describe(constant.graph)
    if not isinstance(constant, torch.Tensor):
        return repr(constant)
    with unset_fake_temporarily():    # constants have values
        data = constant.detach().contiguous().flatten().view(torch.uint8)
        return cache.digest(data.numpy().tobytes())


def describe_value(value) -> str:
    return f"{value.dtype} {list(value.shape)} {value.stride()}" \
        if isinstance(value, torch.Tensor) else repr(value)

#===- graph_networks.py - models of graphs ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Models of graphs: nodes with features, and edges as pairs of node numbers."""

import torch
from torch import nn
from torch.nn import functional

from . import architecture

NODES, EDGES, FEATURES = 32, 96, 16
SIZE = f"{NODES} nodes, {EDGES} edges, {FEATURES} features, width 32"


def graph() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(NODES, FEATURES), torch.randint(0, NODES, (2, EDGES))


class EdgeConvolution(nn.Module):
    """The largest message over the nearest neighbors in the space of features."""

    def __init__(self, neighbors: int):
        super().__init__()
        self.neighbors = neighbors
        self.message = nn.Sequential(nn.Linear(2 * FEATURES, 32), nn.ReLU(), nn.Linear(32, 32))

    def forward(self, x):
        nearest = torch.cdist(x, x).topk(self.neighbors, largest=False).indices
        other = x[nearest]
        center = x.unsqueeze(1).expand_as(other)
        return self.message(torch.cat([center, other - center], -1)).amax(1)


@architecture("Edge convolution", f"{NODES} nodes, 4 neighbors, width 32")
def edge_convolution():
    return EdgeConvolution(4), (torch.randn(NODES, FEATURES),)


class GCN(nn.Module):
    """Two convolutions with symmetric normalization and self-loops (Kipf and Welling)."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(FEATURES, 32), nn.Linear(32, 4)

    def forward(self, x, edges):
        loops = torch.arange(x.shape[0]).expand(2, -1)
        source, target = torch.cat([edges, loops], 1)
        degree = x.new_zeros(x.shape[0]).scatter_add(0, target, torch.ones(len(target)))
        weight = (degree[source] * degree[target]).rsqrt().unsqueeze(1)

        def spread(x):
            return torch.zeros_like(x).index_add(0, target, weight * x[source])
        return spread(self.second(functional.relu(spread(self.first(x)))))


@architecture("GCN", SIZE)
def gcn():
    return GCN(), graph()


class GIN(nn.Module):
    """Two isomorphism layers (Xu et al.), and the sum over the graph."""

    def __init__(self):
        super().__init__()
        self.epsilon = nn.Parameter(torch.tensor([0.1, 0.2]))
        self.layers = nn.ModuleList(
            nn.Sequential(nn.Linear(entries, 32), nn.ReLU(), nn.Linear(32, 32))
            for entries in (FEATURES, 32))
        self.head = nn.Linear(32, 4)

    def forward(self, x, edges):
        for layer, epsilon in zip(self.layers, self.epsilon):
            around = torch.zeros_like(x).index_add_(0, edges[1], x[edges[0]])
            x = layer((1 + epsilon) * x + around)
        return self.head(x.sum(0))


@architecture("GIN", SIZE)
def gin():
    return GIN(), graph()

#===- second_signals.py - graphs, atoms and long sequences -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The second held-aside set: graphs, atoms and long sequences. As in second_blocks.py, no
test and no page named these architectures before they were measured.
"""

import torch
from torch import nn
from torch.nn import functional

from .second_language import architecture


class Sage(nn.Module):
    """Means over neighbors."""

    def __init__(self, width: int, result: int):
        super().__init__()
        self.own, self.others = nn.Linear(width, result), nn.Linear(width, result, bias=False)

    def forward(self, x, edges):
        source, target = edges
        sums = torch.zeros_like(x).index_add(0, target, x[source])
        count = torch.zeros(x.shape[0]).index_add(0, target, torch.ones(target.shape[0]))
        y = self.own(x) + self.others(sums / count.clamp(min=1).unsqueeze(1))
        return functional.normalize(y.relu(), dim=1)


class TwoSage(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Sage(16, 32), Sage(32, 8)

    def forward(self, x, edges):
        return self.second(self.first(x, edges), edges)


@architecture("GraphSAGE", "24 nodes, 60 edges, width 32")
def graph_sage():
    return TwoSage(), (torch.randn(24, 16), torch.randint(0, 24, (2, 60)))


class Interaction(nn.Module):
    """Continuous filters of distances (SchNet)."""

    def __init__(self, width=16, bases=12):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0, 5, bases))
        self.embedding = nn.Embedding(10, width)
        self.filter = nn.Sequential(nn.Linear(bases, width), nn.Softplus(), nn.Linear(width, width))
        self.before, self.after = nn.Linear(width, width, bias=False), nn.Linear(width, width)
        self.energy = nn.Linear(width, 1)

    def forward(self, kinds, places):
        distance = torch.cdist(places, places)
        spread = torch.exp(-4 * (distance.unsqueeze(-1) - self.centers).square())
        cut = torch.where(distance < 5, 0.5 * (torch.cos(distance * torch.pi / 5) + 1), 0.0)
        weights = self.filter(spread) * cut.unsqueeze(-1)
        x = self.embedding(kinds)
        x = x + self.after((weights * self.before(x).unsqueeze(0)).sum(1))
        return self.energy(functional.softplus(x) - 0.6931).sum()


@architecture("SchNet", "10 atoms, width 16, 12 bases")
def schnet():
    return Interaction(), (torch.randint(0, 10, (10,)), torch.randn(10, 3) * 2)


class Retention(nn.Module):
    """The parallel form, with decays per head (RetNet)."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.project, self.gate = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.norm, self.out = nn.GroupNorm(heads, width), nn.Linear(width, width)
        self.register_buffer("decay", 1 - 2.0 ** -(5 + torch.arange(heads)))

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.project(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        steps = torch.arange(length)
        distance = steps[:, None] - steps[None, :]
        mask = torch.where(distance >= 0, self.decay[:, None, None] ** distance.clamp(min=0), 0.0)
        y = (q @ k.transpose(-1, -2) * mask) @ v
        y = self.norm(y.transpose(1, 2).reshape(batch * length, width)).view(batch, length, width)
        return self.out(functional.silu(self.gate(x)) * y)


@architecture("RetNet", "width 32, 4 heads, 16 steps")
def retnet():
    return Retention(), (torch.randn(1, 16, 32),)


class Diagonal(nn.Module):
    """A diagonal state space with complex poles, as a long convolution (S4D)."""

    def __init__(self, width=8, states=4):
        super().__init__()
        self.log_step = nn.Parameter(torch.rand(width) - 4)
        self.log_real = nn.Parameter(torch.full((width, states), 0.5).log())
        self.imaginary = nn.Parameter(torch.pi * torch.arange(states).repeat(width, 1))
        self.coefficients = nn.Parameter(torch.randn(width, states, 2))
        self.skip, self.out = nn.Parameter(torch.randn(width)), nn.Conv1d(width, 2 * width, 1)

    def forward(self, u):
        length = u.shape[-1]
        poles = torch.complex(-self.log_real.exp(), self.imaginary)
        step = self.log_step.exp().unsqueeze(-1)
        scaled = poles * step
        c = torch.view_as_complex(self.coefficients) * (scaled.exp() - 1) / poles
        powers = torch.exp(scaled.unsqueeze(-1) * torch.arange(length))
        kernel = 2 * torch.einsum("hn,hnl->hl", c, powers).real
        spectrum = torch.fft.rfft(u, n=2 * length) * torch.fft.rfft(kernel, n=2 * length)
        y = torch.fft.irfft(spectrum, n=2 * length)[..., :length] + u * self.skip.unsqueeze(-1)
        return functional.glu(self.out(functional.gelu(y)), 1)


@architecture("S4D", "width 8, 4 complex states, 32 steps")
def s4d():
    return Diagonal(), (torch.randn(2, 8, 32),)

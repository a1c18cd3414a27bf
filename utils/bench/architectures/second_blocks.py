#===- second_blocks.py - convolutions, sets, graphs and signals ------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The second held-aside set: models of torch.nn that no test and no page named before
they were measured.
"""

import torch
from torch import nn
from torch.nn import functional

from .second_language import architecture


class Inception(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.branches = nn.ModuleList([
            nn.Conv2d(width, 8, 1),
            nn.Sequential(nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Conv2d(4, 8, 3, padding=1)),
            nn.Sequential(nn.Conv2d(width, 4, 1), nn.ReLU(),
                          nn.Conv2d(4, 8, (1, 7), padding=(0, 3)), nn.ReLU(),
                          nn.Conv2d(8, 8, (7, 1), padding=(3, 0))),
            nn.Sequential(nn.AvgPool2d(3, 1, 1), nn.Conv2d(width, 8, 1))])

    def forward(self, x):
        return torch.cat([functional.relu(branch(x)) for branch in self.branches], 1)


@architecture("Inception", "2 modules of width 32, 16 x 16")
def inception():
    return nn.Sequential(nn.Conv2d(3, 16, 3, 2), Inception(16), nn.MaxPool2d(3, 2),
                         Inception(32), nn.AdaptiveAvgPool2d(1), nn.Flatten()), (
        torch.randn(1, 3, 16, 16),)


class ConformerBlock(nn.Module):
    def __init__(self, width=32, heads=4, kernel=7):
        super().__init__()
        def half():
            return nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.SiLU(),
                                 nn.Linear(2 * width, width))
        self.first, self.last = half(), half()
        self.norm, self.attention = nn.LayerNorm(width), nn.MultiheadAttention(
            width, heads, batch_first=True)
        self.convolution = nn.Sequential(
            nn.Conv1d(width, 2 * width, 1), nn.GLU(1),
            nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width),
            nn.BatchNorm1d(width), nn.SiLU(), nn.Conv1d(width, width, 1))
        self.end = nn.LayerNorm(width)

    def forward(self, x):
        x = x + self.first(x) / 2
        y = self.norm(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        x = x + self.convolution(x.transpose(1, 2)).transpose(1, 2)
        return self.end(x + self.last(x) / 2)


@architecture("Conformer", "width 32, 1 block, 16 frames")
def conformer():
    return ConformerBlock(), (torch.randn(1, 16, 32),)


class Capsules(nn.Module):
    """Routing by agreement."""

    def __init__(self):
        super().__init__()
        self.start = nn.Conv2d(1, 16, 5, 2)
        self.primary = nn.Conv2d(16, 32, 3, 2)
        self.weight = nn.Parameter(torch.randn(1, 5, 36, 8, 8) / 3)

    def forward(self, x):
        u = squash(self.primary(functional.relu(self.start(x))).view(x.shape[0], 4, 8, -1)
                   .permute(0, 1, 3, 2).reshape(x.shape[0], -1, 8))
        votes = (self.weight @ u[:, None, :, :, None]).squeeze(-1)
        logits = torch.zeros(votes.shape[:3])
        for _ in range(3):
            share = logits.softmax(1).unsqueeze(-1)
            v = squash((share * votes).sum(2))
            logits = logits + (votes * v.unsqueeze(2)).sum(-1)
        return v.norm(dim=-1)


def squash(x):
    square = x.square().sum(-1, keepdim=True)
    return square / (1 + square) * x / (square + 1e-8).sqrt()


@architecture("Capsule network", "36 capsules of 8, 5 classes, 3 rounds, 17 x 17")
def capsules():
    return Capsules(), (torch.randn(2, 1, 17, 17),)


class BasisBlock(nn.Module):
    def __init__(self, past=24, future=6, width=32, terms=4):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(past, width), nn.ReLU(), nn.Linear(width, width),
                                    nn.ReLU())
        self.back, self.ahead = nn.Linear(width, terms), nn.Linear(width, terms)
        times = torch.linspace(-1, 1, past + future)
        basis = torch.stack([times ** power for power in range(terms)])
        self.register_buffer("past", basis[:, :past].clone())
        self.register_buffer("future", basis[:, past:].clone())

    def forward(self, x):
        h = self.layers(x)
        return self.back(h) @ self.past, self.ahead(h) @ self.future


class Beats(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([BasisBlock() for _ in range(3)])

    def forward(self, x):
        forecast = 0
        for block in self.blocks:
            back, ahead = block(x)
            x, forecast = x - back, forecast + ahead
        return forecast


@architecture("N-BEATS", "3 blocks of width 32, 24 values, batch 4")
def beats():
    return Beats(), (torch.randn(4, 24),)


class NeuralOde(nn.Module):
    """Runge-Kutta steps of a learned field."""

    def __init__(self, steps=4):
        super().__init__()
        self.field = nn.Sequential(nn.Linear(9, 32), nn.Tanh(), nn.Linear(32, 8))
        self.steps = steps

    def forward(self, y):
        h = 1 / self.steps
        for step in range(self.steps):
            t = step * h
            a = self.at(t, y)
            b = self.at(t + h / 2, y + h / 2 * a)
            c = self.at(t + h / 2, y + h / 2 * b)
            y = y + h / 6 * (a + 2 * b + 2 * c + self.at(t + h, y + h * c))
        return y

    def at(self, t, y):
        return self.field(torch.cat([y, y.new_full((y.shape[0], 1), t)], 1))


@architecture("Neural ODE", "width 32, 4 steps, batch 6")
def neural_ode():
    return NeuralOde(), (torch.randn(6, 8),)


class Sine(nn.Module):
    def forward(self, x):
        return torch.sin(30 * x)


@architecture("SIREN", "width 32, 3 layers, 64 points")
def siren():
    return nn.Sequential(nn.Linear(2, 32), Sine(), nn.Linear(32, 32), Sine(), nn.Linear(32, 3)), (
        torch.rand(64, 2) * 2 - 1,)


class SetBlock(nn.Module):
    """Attention by induced points, and pooling by seeds."""

    def __init__(self, width=32, heads=4, points=4):
        super().__init__()
        self.points = nn.Parameter(torch.randn(1, points, width))
        self.seeds = nn.Parameter(torch.randn(1, 2, width))
        self.attention = nn.ModuleList(
            nn.MultiheadAttention(width, heads, batch_first=True) for _ in range(3))

    def forward(self, x, padding):
        n = x.shape[0]
        h = self.attention[0](self.points.expand(n, -1, -1), x, x, key_padding_mask=padding)[0]
        x = x + self.attention[1](x, h, h)[0]
        return self.attention[2](self.seeds.expand(n, -1, -1), x, x, key_padding_mask=padding)[0]


@architecture("Set transformer", "width 32, 4 points, 2 sets of up to 10")
def set_transformer():
    return SetBlock(), (torch.randn(2, 10, 32), torch.arange(10) >= torch.tensor([[7], [10]]))

#===- held_aside_sequences.py - further models that were not seen -------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Held-aside architectures: sequences, graphs and others."""

import torch
from torch import nn
from torch.nn import functional

from .held_aside import architecture


class CausalConvolution(nn.Module):
    """A gated dilated convolution (WaveNet)."""

    def __init__(self, width, dilation):
        super().__init__()
        self.before = dilation
        self.gates = nn.Conv1d(width, 2 * width, 2, dilation=dilation)
        self.out = nn.Conv1d(width, width, 1)

    def forward(self, x):
        signal, gate = self.gates(functional.pad(x, (self.before, 0))).chunk(2, 1)
        return x + self.out(torch.tanh(signal) * torch.sigmoid(gate))


@architecture("WaveNet", "width 16, dilations 1, 2, 4, 32 steps")
def wavenet():
    return nn.Sequential(nn.Conv1d(1, 16, 1), *[CausalConvolution(16, 2**i) for i in range(3)],
                         nn.Conv1d(16, 32, 1)), (torch.randn(1, 1, 32),)


class Temporal(nn.Module):
    def __init__(self, width, dilation):
        super().__init__()
        weighted = nn.utils.parametrizations.weight_norm(
            nn.Conv1d(width, width, 3, padding=2 * dilation, dilation=dilation))
        self.convolution, self.after = weighted, 2 * dilation

    def forward(self, x):
        return torch.relu(x + self.convolution(x)[..., :-self.after])


@architecture("TCN", "width 16, 2 levels with weight normalization, 24 steps")
def tcn():
    return nn.Sequential(Temporal(16, 1), Temporal(16, 2)), (torch.randn(2, 16, 24),)


class Selective(nn.Module):
    """A selective scan (Mamba), one step after another."""

    def __init__(self, width=16, states=4):
        super().__init__()
        self.states = states
        self.enter, self.leave = nn.Linear(width, 2 * width), nn.Linear(width, width)
        self.local = nn.Conv1d(width, width, 3, padding=2, groups=width)
        self.parts = nn.Linear(width, 2 * states + width)
        self.decay = nn.Parameter(torch.rand(width, states).log())

    def forward(self, x):
        steps = x.shape[1]
        x, gate = self.enter(x).chunk(2, -1)
        x = functional.silu(self.local(x.transpose(1, 2))[..., :steps].transpose(1, 2))
        b, c, delta = self.parts(x).split([self.states, self.states, x.shape[-1]], -1)
        delta = functional.softplus(delta)
        keep = torch.exp(-delta[..., None] * self.decay.exp())
        add = (delta * x)[..., None] * b[:, :, None]
        state, results = torch.zeros_like(keep[:, 0]), []
        for step in range(steps):
            state = keep[:, step] * state + add[:, step]
            results.append((state * c[:, step, None]).sum(-1))
        return self.leave(torch.stack(results, 1) * functional.silu(gate))


@architecture("Mamba", "width 16, 4 states, 8 steps")
def mamba():
    return Selective(), (torch.randn(1, 8, 16),)


class TimeMix(nn.Module):
    """The recurrence of RWKV with its running maximum."""

    def __init__(self, width=16):
        super().__init__()
        self.mix = nn.Parameter(torch.rand(3, width))
        self.keys, self.values, self.gates, self.out = (
            nn.Linear(width, width, bias=False) for _ in range(4))
        self.decay, self.first = nn.Parameter(-torch.rand(width)), nn.Parameter(torch.rand(width))

    def forward(self, x):
        before = functional.pad(x, (0, 0, 1, -1))
        k, v, r = (layer(torch.lerp(before, x, mix)) for layer, mix in zip(
            (self.keys, self.values, self.gates), self.mix))
        top, over, under = torch.full_like(k[:, 0], -1e30), 0, 0
        results = []
        for step in range(x.shape[1]):
            now = self.first + k[:, step]
            peak = torch.maximum(top, now)
            a, b = torch.exp(top - peak), torch.exp(now - peak)
            results.append((a * over + b * v[:, step]) / (a * under + b))
            peak = torch.maximum(top + self.decay, k[:, step])
            a, b = torch.exp(top + self.decay - peak), torch.exp(k[:, step] - peak)
            over, under, top = a * over + b * v[:, step], a * under + b, peak
        return self.out(torch.sigmoid(r) * torch.stack(results, 1))


@architecture("RWKV", "width 16, 6 steps")
def rwkv():
    return TimeMix(), (torch.randn(1, 6, 16),)


class Mixture(nn.Module):
    """Two of four experts for each token."""

    def __init__(self, width=16, experts=4):
        super().__init__()
        self.router = nn.Linear(width, experts)
        self.up = nn.Parameter(torch.randn(experts, width, 2 * width) * 0.2)
        self.down = nn.Parameter(torch.randn(experts, 2 * width, width) * 0.2)

    def forward(self, x):
        weights, chosen = self.router(x).softmax(-1).topk(2, -1)
        gate = torch.zeros(x.shape[0], len(self.up)).scatter(1, chosen, weights)
        hidden = functional.gelu(torch.einsum("tw,ewh->eth", x, self.up))
        return torch.einsum("eth,ehw,te->tw", hidden, self.down, gate)


@architecture("Mixture of experts", "width 16, 2 of 4 experts, 12 tokens")
def mixture():
    return Mixture(), (torch.randn(12, 16),)


class GAT(nn.Module):
    """Attention over edges, with a softmax of each node's edges."""

    def __init__(self, width=16, heads=2):
        super().__init__()
        self.heads, self.layer = heads, nn.Linear(width, width, bias=False)
        self.left, self.right = (nn.Parameter(torch.randn(heads, width // heads))
                                 for _ in range(2))

    def forward(self, x, edges):
        nodes, (source, target) = x.shape[0], edges
        h = self.layer(x).view(nodes, self.heads, -1)
        score = functional.leaky_relu(
            (h * self.left).sum(-1)[source] + (h * self.right).sum(-1)[target], 0.2)
        largest = torch.full((nodes, self.heads), float("-inf")).scatter_reduce(
            0, target[:, None].expand_as(score), score, "amax")
        weight = torch.exp(score - largest[target])
        total = torch.zeros(nodes, self.heads).index_add(0, target, weight)
        weight = weight / total[target]
        result = torch.zeros_like(h).index_add(0, target, weight[..., None] * h[source])
        return functional.elu(result.flatten(1))


@architecture("GAT", "width 16, 2 heads, 20 nodes, 60 edges")
def gat():
    return GAT(), (torch.randn(20, 16), torch.randint(0, 20, (2, 60)))


class Perceiver(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.latents = nn.Parameter(torch.randn(1, 4, width))
        self.cross = nn.MultiheadAttention(width, 2, batch_first=True)
        self.inner = nn.TransformerEncoderLayer(width, 2, 64, batch_first=True)

    def forward(self, x):
        latents = self.latents.expand(x.shape[0], -1, -1)
        return self.inner(latents + self.cross(latents, x, x, need_weights=False)[0]).mean(1)


@architecture("Perceiver", "width 32, 4 latents, 30 inputs")
def perceiver():
    return Perceiver(), (torch.randn(2, 30, 32),)


class Coupling(nn.Module):
    def __init__(self, width, order):
        super().__init__()
        self.register_buffer("order", order)
        self.layers = nn.Sequential(nn.Linear(width // 2, 16), nn.Tanh(), nn.Linear(16, width))

    def forward(self, x, total):
        first, second = x[:, self.order].chunk(2, 1)
        scale, shift = self.layers(first).chunk(2, 1)
        scale = torch.tanh(scale)
        return torch.cat([first, second * scale.exp() + shift], 1), total + scale.sum(1)


class Flow(nn.Module):
    """A normalizing flow of affine couplings, and the density of its input."""

    def __init__(self, width=8):
        super().__init__()
        self.steps = nn.ModuleList(Coupling(width, torch.randperm(width)) for _ in range(3))

    def forward(self, x):
        total = x.new_zeros(len(x))
        for step in self.steps:
            x, total = step(x, total)
        return torch.distributions.Normal(0.0, 1.0).log_prob(x).sum(1) + total


@architecture("Normalizing flow", "width 8, 3 couplings, batch 5")
def flow():
    return Flow(), (torch.randn(5, 8),)


class Hypernetwork(nn.Module):
    """Weights of convolutions, one for each picture, by a network."""

    def __init__(self):
        super().__init__()
        self.weights = nn.Linear(6, 8 * 3 * 9)

    def forward(self, x, context):
        weights = self.weights(context).view(-1, 8, 3, 3, 3)
        return torch.vmap(lambda x, w: functional.conv2d(x[None], w, padding=1)[0])(x, weights)


@architecture("Hypernetwork", "8 channels, 8 x 8, batch 2, vmap")
def hypernetwork():
    return Hypernetwork(), (torch.randn(2, 3, 8, 8), torch.randn(2, 6))


class KAN(nn.Module):
    """Sums of learned splines of degree 2."""

    def __init__(self, entries=4, exits=6, cells=5):
        super().__init__()
        self.register_buffer("knots", torch.arange(-2.0, cells + 3) * 2 / cells - 1)
        self.weight = nn.Parameter(torch.randn(exits, entries, cells + 2))
        self.base = nn.Linear(entries, exits)

    def forward(self, x):
        at, knots = x[..., None], self.knots
        basis = ((at >= knots[:-1]) & (at < knots[1:])).to(x.dtype)
        for degree in (1, 2):
            left = (at - knots[:-degree - 1]) / (knots[degree:-1] - knots[:-degree - 1])
            right = (knots[degree + 1:] - at) / (knots[degree + 1:] - knots[1:-degree])
            basis = left * basis[..., :-1] + right * basis[..., 1:]
        return self.base(functional.silu(x)) + torch.einsum("bik,oik->bo", basis, self.weight)


@architecture("KAN", "4 inputs, 6 results, 5 cells, batch 7")
def kan():
    return KAN(), (torch.rand(7, 4) * 2 - 1,)


class Transducer(nn.Module):
    """The joint network of an RNN transducer."""

    def __init__(self):
        super().__init__()
        self.sounds = nn.GRU(8, 16, batch_first=True)
        self.words, self.history = nn.Embedding(20, 16), nn.LSTM(16, 16, batch_first=True)
        self.joint = nn.Linear(16, 20)

    def forward(self, sounds, words):
        a, b = self.sounds(sounds)[0], self.history(self.words(words))[0]
        return functional.log_softmax(self.joint(torch.tanh(a[:, :, None] + b[:, None])), -1)


@architecture("RNN transducer", "width 16, 6 frames, 4 words")
def transducer():
    return Transducer(), (torch.randn(1, 6, 8), torch.randint(0, 20, (1, 4)))


class Fourier(nn.Module):
    """A layer of a Fourier neural operator."""

    def __init__(self, width=8, modes=4):
        super().__init__()
        self.modes, self.local = modes, nn.Conv1d(width, width, 1)
        self.weight = nn.Parameter(torch.randn(width, width, modes, 2) * 0.2)

    def forward(self, x):
        spectrum = torch.fft.rfft(x)[..., :self.modes]
        mixed = torch.einsum("bim,iom->bom", spectrum, torch.view_as_complex(self.weight))
        return functional.gelu(torch.fft.irfft(mixed, n=x.shape[-1]) + self.local(x))


@architecture("Fourier operator", "width 8, 4 modes, 16 points")
def fourier():
    return Fourier(), (torch.randn(2, 8, 16),)

#===- test/Models/networks.py - layers and networks that are not stored ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Transformer layers and convolutional networks with random weights. `export.py` writes
them to a folder on request; their files are too large for the repository."""

import torch
import torch.nn.functional as F
from torch import nn

# --- Transformer layers ---------------------------------------------------------


class EncoderLayer(nn.Module):
    """A layer of BERT's form: attention and GELU, each with a residual and a norm."""

    def __init__(self, width=256, heads=4, hidden=1024):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def attend(self, x):
        b, s, w = x.shape
        q, k, v = self.qkv(x).view(b, s, 3, self.heads, w // self.heads).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
        return self.out((torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(b, s, w))

    def forward(self, x):
        x = self.norm1(x + self.attend(x))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class RMSNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        y = x.float()
        return (y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-5)).to(x.dtype) * self.weight


def rotate(x, cos, sin):
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat((-b, a), -1) * sin


def rotation_tables(positions, width):
    angles = positions[:, None] * (1e4 ** (-torch.arange(0, width, 2) / width))[None]
    both = torch.cat((angles, angles), -1)
    return torch.cos(both), torch.sin(both)


class DecoderLayer(nn.Module):
    """Pre-norm with RMSNorm, rotary grouped-query attention, SwiGLU and multipliers of
    residuals; with past keys and values, one step over a cache."""

    def __init__(self, width=256, heads=8, kv_heads=2, hidden=704):
        super().__init__()
        self.heads, self.kv_heads, self.head = heads, kv_heads, width // heads

        def linear(n_in, n_out):
            return nn.Linear(n_in, n_out, bias=False)

        self.q, self.k = linear(width, width), linear(width, kv_heads * self.head)
        self.v, self.o = linear(width, kv_heads * self.head), linear(width, width)
        self.gate, self.up, self.down = linear(width, hidden), linear(width, hidden), linear(hidden, width)
        self.norm1, self.norm2 = RMSNorm(width), RMSNorm(width)

    def split(self, y, heads):
        b, s, _ = y.shape
        return y.view(b, s, heads, self.head).transpose(1, 2)

    def attend(self, y, cos, sin, past):
        q = rotate(self.split(self.q(y), self.heads), cos, sin)
        k = rotate(self.split(self.k(y), self.kv_heads), cos, sin)
        v = self.split(self.v(y), self.kv_heads)
        if past:
            k, v = torch.cat((past[0], k), 2), torch.cat((past[1], v), 2)
        keys, values = (t.repeat_interleave(self.heads // self.kv_heads, 1) for t in (k, v))
        scores = (q @ keys.transpose(-1, -2)) * self.head ** -0.5
        if not past:
            mask = torch.ones(y.shape[1], y.shape[1], dtype=torch.bool).tril()
            scores = scores.masked_fill(~mask, float("-inf"))
        mixed = torch.softmax(scores.float(), -1).to(y.dtype) @ values
        return self.o(mixed.transpose(1, 2).reshape(y.shape)), k, v

    def forward(self, x, cos, sin, *past):
        mixed, k, v = self.attend(self.norm1(x), cos, sin, past)
        x = x + mixed * 0.22
        y = self.norm2(x)
        x = x + self.down(F.silu(self.gate(y)) * self.up(y)) * 0.22
        return (x, k, v) if past else x


# --- Convolutional networks -----------------------------------------------------


def conv_norm(n_in, n_out, kernel, stride=1, groups=1, activates=True):
    layers = [nn.Conv2d(n_in, n_out, kernel, stride, kernel // 2, groups=groups, bias=False),
              nn.BatchNorm2d(n_out)]
    return nn.Sequential(*layers, *([nn.ReLU6()] if activates else []))


class InvertedResidual(nn.Module):
    def __init__(self, n_in, n_out, stride, expansion):
        super().__init__()
        hidden = n_in * expansion
        expand = [conv_norm(n_in, hidden, 1)] if expansion > 1 else []
        self.body = nn.Sequential(*expand, conv_norm(hidden, hidden, 3, stride, hidden),
                                  conv_norm(hidden, n_out, 1, activates=False))
        self.skips = stride == 1 and n_in == n_out

    def forward(self, x):
        return x + self.body(x) if self.skips else self.body(x)


class MobileNetV2(nn.Module):
    """Sandler et al. 2018, table 2; width 1.0, 1000 classes."""

    ROWS = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
            (6, 160, 3, 2), (6, 320, 1, 1)]  # expansion, channels, repetitions, stride

    def __init__(self):
        super().__init__()
        layers, channels = [conv_norm(3, 32, 3, 2)], 32
        for expansion, n_out, repetitions, stride in self.ROWS:
            for i in range(repetitions):
                layers.append(InvertedResidual(channels, n_out, stride if i == 0 else 1, expansion))
                channels = n_out
        self.features = nn.Sequential(*layers, conv_norm(channels, 1280, 1))
        self.classifier = nn.Linear(1280, 1000)

    def forward(self, x):
        return self.classifier(self.features(x).mean((2, 3)))


class BasicBlock(nn.Module):
    def __init__(self, n_in, n_out, stride):
        super().__init__()
        self.first, self.second = (nn.Conv2d(n_in, n_out, 3, stride, 1, bias=False),
                                   nn.Conv2d(n_out, n_out, 3, 1, 1, bias=False))
        self.norm1, self.norm2 = nn.BatchNorm2d(n_out), nn.BatchNorm2d(n_out)
        projects = stride != 1 or n_in != n_out
        self.shortcut = nn.Sequential(nn.Conv2d(n_in, n_out, 1, stride, bias=False),
                                      nn.BatchNorm2d(n_out)) if projects else nn.Identity()

    def forward(self, x):
        y = self.norm2(self.second(F.relu(self.norm1(self.first(x)))))
        return F.relu(y + self.shortcut(x))


class QuarterResNet(nn.Module):
    """ResNet-18 (He et al. 2016) at a quarter of its width, 224 x 224."""

    def __init__(self, width=16):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, width, 7, 2, 3, bias=False), nn.BatchNorm2d(width),
                                  nn.ReLU(), nn.MaxPool2d(3, 2, 1))
        blocks, channels = [], width
        for factor, stride in ((1, 1), (2, 2), (4, 2), (8, 2)):
            blocks += [BasicBlock(channels, width * factor, stride),
                       BasicBlock(width * factor, width * factor, 1)]
            channels = width * factor
        self.blocks, self.classifier = nn.Sequential(*blocks), nn.Linear(channels, 100)

    def forward(self, x):
        return self.classifier(self.blocks(self.stem(x)).mean((2, 3)))


# --- Instances ------------------------------------------------------------------


def trained(module):
    """Gives norms the statistics of a trained network."""
    for part in module.modules():
        if isinstance(part, nn.BatchNorm2d):
            part.running_mean.normal_(0, 0.1)
            part.running_var.uniform_(0.5, 1.5)
            part.bias.data.normal_(0, 0.1)
        if isinstance(part, (nn.BatchNorm2d, nn.LayerNorm, RMSNorm)):
            part.weight.data.uniform_(0.5, 1.5)
    return module


def decoder(positions, tokens, *past):
    module = trained(DecoderLayer()).to(torch.bfloat16)
    inputs = [torch.randn(1, tokens, 256), *rotation_tables(positions, 32), *map(torch.randn, past)]
    return module, [tensor.to(torch.bfloat16) for tensor in inputs]


def image():
    return [torch.randn(1, 3, 224, 224)]


NETWORKS = {
    "encoder-layer-f32": lambda: (trained(EncoderLayer()), [torch.randn(1, 128, 256)]),
    "decoder-prefill-bf16": lambda: decoder(torch.arange(64.), 64),
    "decoder-step-bf16": lambda: decoder(torch.tensor([64.]), 1, (1, 2, 64, 32), (1, 2, 64, 32)),
    "inverted-residual-f32": lambda: (trained(InvertedResidual(24, 24, 1, 6)),
                                      [torch.randn(1, 24, 28, 28)]),
    "resnet-quarter-f32": lambda: (trained(QuarterResNet()), image()),
    "mobilenet-v2-f32": lambda: (trained(MobileNetV2()), image()),
}

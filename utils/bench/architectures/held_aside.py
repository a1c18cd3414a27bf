#===- held_aside.py - models that were not seen during development ------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Held-aside architectures: images, points and tables. They measure the compiler on
models that were not examined during its development. Widths and inputs are reduced, as
the size of each states.
"""

import torch
from torch import nn
from torch.nn import functional

from . import architecture as registered


def architecture(name: str, size: str):
    return registered(name, size, group="held aside")


class Residual(nn.Module):
    def __init__(self, *layers: nn.Module):
        super().__init__()
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return x + self.layers(x)


class Transposed(nn.Module):
    def __init__(self, *layers: nn.Module):
        super().__init__()
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x.transpose(1, 2)).transpose(1, 2)


class Swapped(nn.Module):
    def forward(self, x):
        return x.transpose(1, 2)


def perceptron(width: int, hidden: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(width, hidden), nn.GELU(), nn.Linear(hidden, width))


@architecture("MLP-Mixer", "width 32, 2 layers, 16 patches")
def mlp_mixer():
    blocks = [Residual(part) for _ in range(2) for part in (
        nn.Sequential(nn.LayerNorm(32), Transposed(perceptron(16, 32))),
        nn.Sequential(nn.LayerNorm(32), perceptron(32, 64)))]
    return nn.Sequential(nn.Conv2d(3, 32, 4, 4), nn.Flatten(2), Swapped(), *blocks), (
        torch.randn(1, 3, 16, 16),)


class WindowAttention(nn.Module):
    """Shifted windows with a relative bias (Swin)."""

    def __init__(self, width=32, heads=2, window=4, shift=2):
        super().__init__()
        self.heads, self.window, self.shift = heads, window, shift
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.bias = nn.Parameter(torch.randn((2 * window - 1) ** 2, heads))
        place = torch.stack(torch.meshgrid(*[torch.arange(window)] * 2, indexing="ij"))
        place = place.flatten(1)
        apart = place[:, :, None] - place[:, None] + window - 1
        self.register_buffer("apart", apart[0] * (2 * window - 1) + apart[1])

    def forward(self, x):
        b, h, w, c = x.shape
        n = self.window
        x = torch.roll(x, (-self.shift, -self.shift), (1, 2))
        x = x.view(b, h // n, n, w // n, n, c).transpose(2, 3).reshape(-1, n * n, c)
        q, k, v = self.qkv(x).view(-1, n * n, 3, self.heads, c // self.heads) \
            .permute(2, 0, 3, 1, 4)
        weights = q @ k.transpose(-1, -2) * (c // self.heads) ** -0.5
        weights = (weights + self.bias[self.apart].permute(2, 0, 1)).softmax(-1)
        x = self.out((weights @ v).transpose(1, 2).reshape(-1, n * n, c))
        x = x.view(b, h // n, w // n, n, n, c).transpose(2, 3).reshape(b, h, w, c)
        return torch.roll(x, (self.shift, self.shift), (1, 2))


@architecture("Swin", "width 32, 8 x 8, windows of 4, 1 block")
def swin():
    return nn.Sequential(Residual(nn.LayerNorm(32), WindowAttention()),
                         Residual(nn.LayerNorm(32), perceptron(32, 64))), (
        torch.randn(1, 8, 8, 32),)


class Fire(nn.Module):
    def __init__(self, entries, squeeze, expand):
        super().__init__()
        self.squeeze = nn.Conv2d(entries, squeeze, 1)
        self.one = nn.Conv2d(squeeze, expand, 1)
        self.three = nn.Conv2d(squeeze, expand, 3, padding=1)

    def forward(self, x):
        x = torch.relu(self.squeeze(x))
        return torch.relu(torch.cat([self.one(x), self.three(x)], 1))


@architecture("SqueezeNet", "3 modules, 32 x 32")
def squeezenet():
    return nn.Sequential(
        nn.Conv2d(3, 16, 3, 2), nn.ReLU(), nn.MaxPool2d(3, 2, ceil_mode=True),
        Fire(16, 8, 16), Fire(32, 8, 16), nn.MaxPool2d(3, 2, ceil_mode=True),
        Fire(32, 12, 24), nn.Conv2d(48, 10, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten()), (
        torch.randn(1, 3, 32, 32),)


class Dense(nn.Module):
    def __init__(self, entries, growth):
        super().__init__()
        self.layers = nn.Sequential(nn.BatchNorm2d(entries), nn.ReLU(),
                                    nn.Conv2d(entries, growth, 3, padding=1, bias=False))

    def forward(self, x):
        return torch.cat([x, self.layers(x)], 1)


@architecture("DenseNet", "growth 8, 3 layers and a transition, 16 x 16")
def densenet():
    return nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), Dense(16, 8), Dense(24, 8),
                         Dense(32, 8), nn.BatchNorm2d(40), nn.ReLU(), nn.Conv2d(40, 20, 1),
                         nn.AvgPool2d(2)), (torch.randn(1, 3, 16, 16),)


class Shuffle(nn.Module):
    def __init__(self, width):
        super().__init__()
        half = width // 2
        self.branch = nn.Sequential(
            nn.Conv2d(half, half, 1), nn.ReLU(), nn.Conv2d(half, half, 3, 1, 1, groups=half),
            nn.Conv2d(half, half, 1), nn.ReLU())

    def forward(self, x):
        first, second = x.chunk(2, 1)
        return functional.channel_shuffle(torch.cat([first, self.branch(second)], 1), 2)


@architecture("ShuffleNet", "width 16, 2 blocks, 16 x 16")
def shufflenet():
    return nn.Sequential(nn.Conv2d(3, 16, 3, 2, 1), Shuffle(16), Shuffle(16)), (
        torch.randn(1, 3, 32, 32),)


class SqueezeExcite(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(width, width // 4, 1),
                                  nn.SiLU(), nn.Conv2d(width // 4, width, 1), nn.Sigmoid())

    def forward(self, x):
        return x * self.gate(x)


@architecture("EfficientNet", "1 block of 8, expansion 4, 16 x 16")
def efficientnet():
    return nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), Residual(
        nn.Conv2d(8, 32, 1), nn.BatchNorm2d(32), nn.SiLU(),
        nn.Conv2d(32, 32, 5, padding=2, groups=32), nn.SiLU(), SqueezeExcite(32),
        nn.Conv2d(32, 8, 1))), (torch.randn(1, 3, 32, 32),)


class NeRF(nn.Module):
    """Encoded positions, and the sum along rays."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(24, 32), nn.ReLU(), nn.Linear(32, 4))

    def forward(self, points):
        scales = 2.0 ** torch.arange(4)
        angles = (points[..., None] * scales).flatten(-2)
        color = self.layers(torch.cat([angles.sin(), angles.cos()], -1))
        alpha = 1 - torch.exp(-functional.softplus(color[..., 3]))
        through = torch.cumprod(1 - alpha + 1e-6, -1)
        weights = alpha * functional.pad(through[:, :-1], (1, 0), value=1.0)
        return (weights[..., None] * torch.sigmoid(color[..., :3])).sum(1)


@architecture("NeRF", "width 32, 16 rays of 8 points")
def nerf():
    return NeRF(), (torch.rand(16, 8, 3),)


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 8, 4, 2, 1), nn.LeakyReLU(0.2), nn.Flatten(),
                                     nn.Linear(512, 16))
        self.decoder = nn.Sequential(nn.Linear(8, 512), nn.Unflatten(1, (8, 8, 8)), nn.ELU(),
                                     nn.ConvTranspose2d(8, 1, 4, 2, 1), nn.Sigmoid())

    def forward(self, x, noise):
        mean, spread = self.encoder(x).chunk(2, 1)
        z = mean + noise * torch.exp(0.5 * spread)
        divergence = -0.5 * (1 + spread - mean**2 - spread.exp()).sum(1)
        return self.decoder(z), divergence


@architecture("VAE", "8 latent numbers, 16 x 16")
def vae():
    return VAE(), (torch.rand(2, 1, 16, 16), torch.randn(2, 8))


@architecture("DCGAN", "generator, width 16, 16 x 16")
def dcgan():
    return nn.Sequential(
        nn.ConvTranspose2d(16, 32, 4, 1, 0, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
        nn.ConvTranspose2d(32, 16, 4, 2, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
        nn.ConvTranspose2d(16, 3, 4, 2, 1), nn.Tanh()), (torch.randn(1, 16, 1, 1),)


class PointNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.turn = nn.Sequential(nn.Conv1d(3, 16, 1), nn.ReLU(), nn.AdaptiveMaxPool1d(1),
                                  nn.Flatten(), nn.Linear(16, 9))
        self.layers = nn.Sequential(nn.Conv1d(3, 32, 1), nn.BatchNorm1d(32), nn.ReLU())
        self.head = nn.Linear(32, 5)

    def forward(self, points):
        matrix = self.turn(points).view(-1, 3, 3) + torch.eye(3)
        x = self.layers(torch.bmm(matrix, points))
        return functional.log_softmax(self.head(x.max(2).values), 1)


@architecture("PointNet", "width 32, 40 points")
def pointnet():
    return PointNet(), (torch.randn(2, 3, 40),)


class SpatialTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.where = nn.Sequential(nn.Flatten(), nn.Linear(192, 6), nn.Tanh())

    def forward(self, x):
        theta = self.where(x).view(-1, 2, 3) * 0.1 + torch.eye(2, 3)
        grid = functional.affine_grid(theta, list(x.shape), align_corners=False)
        return functional.grid_sample(x, grid, align_corners=False)


@architecture("Spatial transformer", "8 x 8, bilinear sampling")
def spatial_transformer():
    return SpatialTransformer(), (torch.randn(2, 3, 8, 8),)


class DLRM(nn.Module):
    def __init__(self):
        super().__init__()
        self.bags = nn.ModuleList(nn.EmbeddingBag(50, 8, mode="sum") for _ in range(3))
        self.bottom = nn.Sequential(nn.Linear(13, 16), nn.ReLU(), nn.Linear(16, 8))
        self.top = nn.Sequential(nn.Linear(14, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid())

    def forward(self, dense, sparse):
        x = self.bottom(dense)
        parts = torch.stack([x, *[bag(sparse[:, i]) for i, bag in enumerate(self.bags)]], 1)
        pairs = torch.bmm(parts, parts.transpose(1, 2))
        lower = torch.tril_indices(4, 4, -1)
        return self.top(torch.cat([x, pairs[:, lower[0], lower[1]]], 1))


@architecture("DLRM", "3 tables of 50 x 8, bags of 4, batch 4")
def dlrm():
    return DLRM(), (torch.randn(4, 13), torch.randint(0, 50, (4, 3, 4)))

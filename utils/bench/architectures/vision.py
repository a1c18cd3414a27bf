#===- vision.py - models of images ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Models of images."""

import torch
from torch import nn
from torch.nn import functional

from . import architecture


class LinearModule(nn.Module):
    """y = x @ weight + bias; the weight is stored as (in, out)."""

    def __init__(self, entries: int, exits: int):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(entries, exits))
        self.bias = nn.Parameter(torch.randn(exits))

    def forward(self, x):
        return x @ self.weight + self.bias


@architecture("LinearModule(4, 3)", "full")
def linear_module():
    return LinearModule(4, 3), (torch.randn(4),)


def with_statistics(model: nn.Module) -> nn.Module:
    """Gives normalizations the statistics and scales that a trained model could have."""
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
            module.weight.data.uniform_(0.5, 1.5)
            module.bias.data.normal_(0, 0.1)
    return model


@architecture("MobileNetV2", "width 0.35, 96 x 96, 10 classes")
def mobilenet_v2():
    from transformers import MobileNetV2Config, MobileNetV2ForImageClassification
    config = MobileNetV2Config(image_size=96, depth_multiplier=0.35, num_labels=10)
    return with_statistics(MobileNetV2ForImageClassification(config)), (
        torch.randn(1, 3, 96, 96),)


def resnet(**sizes):
    from transformers import ResNetConfig, ResNetForImageClassification
    return with_statistics(ResNetForImageClassification(ResNetConfig(num_labels=10, **sizes)))


@architecture("ResNet-18", "1/4 width, 64 x 64, 10 classes")
def resnet_18():
    return resnet(layer_type="basic", depths=[2, 2, 2, 2], embedding_size=16,
                  hidden_sizes=[16, 32, 64, 128]), (torch.randn(1, 3, 64, 64),)


@architecture("ResNet-50", "1/8 width, 64 x 64, 10 classes")
def resnet_50():
    return resnet(embedding_size=8, hidden_sizes=[32, 64, 128, 256]), (
        torch.randn(1, 3, 64, 64),)


@architecture("AlexNet", "1/4 width, 96 x 96, 10 classes")
def alexnet():
    def pooled(*layers):
        return [*layers, nn.ReLU(), nn.MaxPool2d(3, 2)]
    return nn.Sequential(
        *pooled(nn.Conv2d(3, 16, 11, 4, 2)), *pooled(nn.Conv2d(16, 48, 5, padding=2)),
        nn.Conv2d(48, 96, 3, padding=1), nn.ReLU(), nn.Conv2d(96, 64, 3, padding=1), nn.ReLU(),
        *pooled(nn.Conv2d(64, 64, 3, padding=1)), nn.AdaptiveAvgPool2d(6), nn.Flatten(),
        nn.Dropout(), nn.Linear(2304, 256), nn.ReLU(), nn.Dropout(), nn.Linear(256, 256),
        nn.ReLU(), nn.Linear(256, 10)), (torch.randn(1, 3, 96, 96),)


@architecture("ConvNeXt", "widths 16 and 32, 2 stages of 2 blocks, 32 x 32")
def convnext():
    from transformers import ConvNextConfig, ConvNextForImageClassification
    return ConvNextForImageClassification(ConvNextConfig(
        hidden_sizes=[16, 32], depths=[2, 2], num_stages=2, image_size=32,
        num_labels=10)), (torch.randn(1, 3, 32, 32),)


@architecture("ViT", "width 64, 2 layers, 32 x 32, patches of 8")
def vit():
    from transformers import ViTConfig, ViTForImageClassification
    return ViTForImageClassification(ViTConfig(
        hidden_size=64, num_hidden_layers=2, num_attention_heads=4, intermediate_size=128,
        image_size=32, patch_size=8, num_labels=10)), (torch.randn(1, 3, 32, 32),)


class UNet(nn.Module):
    """Two levels; one deconvolution and one bilinear interpolation."""

    def __init__(self, width: int):
        super().__init__()

        def block(entries, exits):
            return nn.Sequential(nn.Conv2d(entries, exits, 3, padding=1),
                                 nn.BatchNorm2d(exits), nn.ReLU())
        self.down = nn.ModuleList([block(3, width), block(width, 2 * width)])
        self.bottom = block(2 * width, 4 * width)
        self.up = nn.ConvTranspose2d(4 * width, 2 * width, 2, 2)
        self.join = nn.ModuleList([block(4 * width, 2 * width), block(3 * width, width)])
        self.matte = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        first = self.down[0](x)
        second = self.down[1](functional.max_pool2d(first, 2))
        x = self.bottom(functional.max_pool2d(second, 2))
        x = self.join[0](torch.cat([second, self.up(x)], 1))
        x = functional.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
        return torch.sigmoid(self.matte(self.join[1](torch.cat([first, x], 1))))


@architecture("U-Net", "width 8, 2 levels, 32 x 32")
def unet():
    return with_statistics(UNet(8)), (torch.randn(1, 3, 32, 32),)

#!/usr/bin/env python3
"""MobileNetV2 of a third of the usual width, compiled for the accelerator, on a picture
that this program draws: a filled circle and stripes. Weights are random, so that the
classes mean nothing; they are compared with those of eager mode.

    build/venv/bin/python examples/mobilenet.py
"""

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("PyTorch is not installed in this Python; run utils/setup")

SIZE, CLASSES, WIDTH = 64, 10, 0.35
# Expansion, channels, repetitions, stride of the first repetition.
STAGES = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
          (6, 160, 3, 2), (6, 320, 1, 1)]


def scaled(channels: int) -> int:
    """A multiple of 8."""
    return max(8, int(channels * WIDTH + 4) // 8 * 8)


def convolution(inside, outside, kernel=1, stride=1, groups=1, activation=True):
    layers = [nn.Conv2d(inside, outside, kernel, stride, kernel // 2, groups=groups,
                        bias=False), nn.BatchNorm2d(outside, momentum=1)]
    return nn.Sequential(*layers, *[nn.ReLU6()] * activation)


class Inverted(nn.Module):
    """An inverted residual block: expansion, depthwise convolution, projection."""

    def __init__(self, inside, outside, expansion, stride):
        super().__init__()
        wide = inside * expansion
        self.layers = nn.Sequential(
            *[convolution(inside, wide)] * (expansion > 1),
            convolution(wide, wide, 3, stride, groups=wide),
            convolution(wide, outside, activation=False))
        self.is_residual = stride == 1 and inside == outside

    def forward(self, x):
        return x + self.layers(x) if self.is_residual else self.layers(x)


def mobilenet():
    inside = scaled(32)
    layers = [convolution(3, inside, 3, 2)]
    for expansion, channels, count, stride in STAGES:
        for number in range(count):
            layers.append(Inverted(inside, scaled(channels), expansion,
                                   stride if number == 0 else 1))
            inside = scaled(channels)
    return nn.Sequential(*layers, convolution(inside, 1280), nn.AdaptiveAvgPool2d(1),
                         nn.Flatten(), nn.Linear(1280, CLASSES))


def with_statistics(model):
    """Gives the normalizations the statistics of noise."""
    with torch.no_grad():
        model.train()(torch.randn(8, 3, SIZE, SIZE))
    return model.eval()


def picture() -> torch.Tensor:
    """Red, green and blue from 0 to 1: a red circle on blue stripes."""
    y, x = torch.meshgrid(torch.arange(SIZE), torch.arange(SIZE), indexing="ij")
    circle = (x - SIZE / 2) ** 2 + (y - SIZE / 2) ** 2 < (SIZE / 3) ** 2
    stripes = x // 8 % 2 == 0
    return torch.stack([circle, ~circle & ~stripes, ~circle & stripes]).float()


def main():
    torch.manual_seed(0)
    model = with_statistics(mobilenet())
    compiled = torch.compile(model, backend="matrix")
    image = ((picture() - 0.5) / 0.25).unsqueeze(0)
    with torch.no_grad():
        eager, result = model(image), compiled(image)
    print("classes by score, eager ", eager[0].argsort(descending=True).tolist())
    print("classes by score, matrix", result[0].argsort(descending=True).tolist())
    error = (result - eager).abs().max() / eager.abs().max()
    print(f"largest difference {error.item():.1e} of the largest score")
    assert error < 1e-4


if __name__ == "__main__":
    main()

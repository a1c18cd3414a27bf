#!/usr/bin/env python3
"""A training loop: a small convolutional network is trained to classify circles and squares.
The forward and the backward pass run on the accelerator; losses are compared with those
of eager mode.

    build/venv/bin/python examples/training.py
"""

import copy

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("PyTorch is not installed in this Python; run utils/setup")

SIZE, BATCH, STEPS = 12, 32, 20


def pictures():
    """Circles and squares of random sizes and places, with noise, and their classes."""
    y, x = torch.meshgrid(torch.arange(SIZE), torch.arange(SIZE), indexing="ij")
    centers, radii = torch.randint(4, 8, (2, BATCH, 1, 1)), torch.randint(2, 5, (BATCH, 1, 1))
    dx, dy = (x - centers[0]).abs(), (y - centers[1]).abs()
    classes = torch.randint(0, 2, (BATCH,))
    circles, squares = dx ** 2 + dy ** 2 <= radii ** 2, torch.maximum(dx, dy) <= radii
    shapes = torch.where(classes.view(-1, 1, 1) == 0, circles, squares).float()
    return (shapes + torch.randn(BATCH, SIZE, SIZE) / 8).unsqueeze(1), classes


def train(model, forward) -> list[float]:
    """The loss of each step."""
    torch.manual_seed(1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
    losses = []
    for _ in range(STEPS):
        images, classes = pictures()
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(forward(images), classes)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
                          nn.Flatten(), nn.Linear(200, 2))
    other = copy.deepcopy(model)
    eager = train(other, other)
    losses = train(model, torch.compile(model, backend="matrix"))
    for step in range(0, STEPS, 5):
        print(f"step {step:2}: loss {losses[step]:.6f}, in eager mode {eager[step]:.6f}")
    print(f"step {STEPS - 1:2}: loss {losses[-1]:.6f}, in eager mode {eager[-1]:.6f}")
    torch.testing.assert_close(losses, eager, rtol=1e-3, atol=1e-4)
    assert sum(losses[-5:]) < 0.7 * sum(losses[:5])


if __name__ == "__main__":
    main()

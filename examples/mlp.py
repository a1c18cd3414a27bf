#!/usr/bin/env python3
"""A classifier of handwritten digits' shape, 784-256-128-10, compiled for the
accelerator; weights are random.

    build/venv/bin/python examples/mlp.py
"""

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("PyTorch is not installed in this Python; run utils/setup")


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(784, 256), nn.ReLU(),
                          nn.Linear(256, 128), nn.ReLU(),
                          nn.Linear(128, 10)).eval()
    compiled = torch.compile(model, backend="matrix")
    images = torch.randn(16, 784)
    with torch.no_grad():
        eager, result = model(images), compiled(images)
    print("classes, eager ", eager.argmax(1).tolist())
    print("classes, matrix", result.argmax(1).tolist())
    print("largest difference", (result - eager).abs().max().item())
    torch.testing.assert_close(result, eager, rtol=1e-5, atol=1e-5)


if __name__ == "__main__":
    main()

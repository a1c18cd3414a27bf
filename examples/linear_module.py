#!/usr/bin/env python3
"""The smallest model: y = x @ weight + bias, compiled for the accelerator.

    build/venv/bin/python examples/linear_module.py
"""

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("PyTorch is not installed in this Python; run utils/setup")


class LinearModule(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out))
        self.bias = nn.Parameter(torch.randn(n_out))

    def forward(self, x):
        return (x @ self.weight) + self.bias


def main():
    torch.manual_seed(0)
    model = LinearModule(4, 3)
    compiled = torch.compile(model, backend="matrix")
    x = torch.randn(4)
    eager, result = model(x), compiled(x)
    print("input     ", x)
    print("eager     ", eager.detach())
    print("matrix    ", result.detach())
    print("difference", (result - eager).abs().max().item())
    torch.testing.assert_close(result, eager, rtol=1e-5, atol=1e-6)


if __name__ == "__main__":
    main()

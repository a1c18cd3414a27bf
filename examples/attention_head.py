#!/usr/bin/env python3
"""Heads of attention, softmax(Q K^T / sqrt(d)) V in bfloat16, compiled for the
accelerator.

    build/venv/bin/python examples/attention_head.py
"""

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("PyTorch is not installed in this Python; run utils/setup")


class Attention(nn.Module):
    def forward(self, q, k, v):
        scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
        return torch.softmax(scores, -1) @ v


def main():
    torch.manual_seed(0)
    model = Attention().eval()
    compiled = torch.compile(model, backend="matrix")
    q, k, v = (torch.randn(2, 96, 64).to(torch.bfloat16) for _ in range(3))
    with torch.no_grad():
        eager, result = model(q, k, v), compiled(q, k, v)
    error = (result.float() - eager.float()).abs().max() / eager.float().abs().max()
    print("shape", tuple(result.shape), "type", result.dtype)
    print("largest difference / largest value", error.item())
    assert error < 2e-2


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""A small residual network, quantized by PyTorch (PT2E) to 8-bit integers. Its products
are those of 8-bit integers on the accelerator; results equal those of PyTorch's
quantized model to one step. Weights and pictures are random.

    build/venv/bin/python examples/quantized.py

Requires the package torchao (utils/setup --models).
"""

import re

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("PyTorch is not installed in this Python; run utils/setup")
try:
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
except ModuleNotFoundError:
    raise SystemExit("torchao is not installed in this Python; run utils/setup --models")
import torch_matrix
from torch_matrix.quantizer import Int8Quantizer


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(8, 16, 3, padding=1)
        self.second = nn.Conv2d(16, 16, 3, padding=1)
        self.head = nn.Linear(16 * 64, 10)

    def forward(self, x):
        x = torch.relu(self.first(x))
        x = torch.relu(x + self.second(x))
        return self.head(x.flatten(1))


def quantize(model: nn.Module, pictures: list[torch.Tensor]) -> nn.Module:
    exported = torch.export.export(model, (pictures[0],)).module()
    prepared = prepare_pt2e(exported, Int8Quantizer())
    for picture in pictures:
        prepared(picture)
    return convert_pt2e(prepared)


def step_of(model: nn.Module) -> float:
    """The unit of the results."""
    result = model.graph.output_node().all_input_nodes[0]
    return result.args[1]


def main():
    torch.manual_seed(0)
    pictures = [torch.randn(1, 8, 8, 8) for _ in range(8)]
    with torch.no_grad():
        model = quantize(Residual().eval(), pictures)
        reference = model(pictures[0])
        explanation = torch_matrix.explain(model, pictures[0])
    print(explanation)
    steps = (explanation.results - reference).abs().max().item() / step_of(model)
    print("largest difference from PyTorch's quantized model, in steps:", round(steps, 3))
    assembly = torch_matrix.compile_to_asm(model, (pictures[0],))
    print("instructions on i8:", *sorted(set(re.findall(r"\bt\w+(?:\.\w+)*\.i8\S*", assembly))))
    assert steps <= 1.001 and not any(graph.eager for graph in explanation.graphs)


if __name__ == "__main__":
    main()

"""Exported programs, which have no host beside them, against eager mode."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils._pytree import tree_leaves

import torch_matrix
from conftest import assert_close
from torch_matrix import export_linalg
from torch_matrix.compiler import service
from torch_matrix.functions import as_module
from torch_matrix.runtime import Simulator


def assert_exported(model, *inputs):
    with torch.no_grad():
        linalg, values = export_linalg(as_module(model), inputs)
        expected = [want for want in tree_leaves(model(*inputs))
                    if isinstance(want, torch.Tensor)]
    results = [torch.empty(want.shape, dtype=want.dtype) for want in expected]
    Simulator(service.build(linalg, ["--emit=elf"]), hazards=True).call(values, results)
    for got, want in zip(results, expected, strict=True):
        assert_close(got, want)


@pytest.mark.parametrize("shape", [(2, 8), (2, 8, 3, 2)])
def test_group_norm(shape):
    """PyTorch's decomposition reads storage by as_strided."""
    assert_exported(nn.GroupNorm(2, 8), torch.randn(shape))


@pytest.mark.parametrize("pool", [F.max_pool1d, F.avg_pool1d, F.max_pool2d, F.avg_pool2d,
                                  F.max_pool3d, F.avg_pool3d], ids=lambda pool: pool.__name__)
def test_pooling_without_batch(pool):
    rank = int(pool.__name__[-2])
    assert_exported(lambda x: pool(x, 2, 1), torch.randn([2, 4, 3, 4][:rank + 1]))


def test_pooling_with_indices():
    pool, unpool = nn.MaxPool2d(2, return_indices=True), nn.MaxUnpool2d(2)
    assert_exported(lambda x: unpool(*pool(x)), torch.randn(2, 4, 6))


def test_storage_of_inputs():
    assert_exported(lambda x: (x.as_strided((2, 3), (1, 2)) + 1, x.as_strided((3,), (4,), 2)),
                    torch.randn(4, 5))


@pytest.mark.parametrize("layer", [nn.LSTM, nn.GRU])
def test_recurrent_layers(layer):
    """Composite operators, which torch.export executes by their decomposition."""
    assert_exported(layer(3, 4), torch.randn(2, 2, 3))


def test_results_that_are_constants():
    attention = nn.MultiheadAttention(4, 2)
    assert_exported(lambda x: (attention(x, x, x, need_weights=False), 3), torch.randn(3, 1, 4))


def without_elements(x):
    """Results without elements, and sums of no elements."""
    weight = torch.ones(4, 3)
    return ((x * 2 + 1).relu(), x.sum(), x.prod(0), x.mean(1), x.any(), x.t() @ x, F.linear(x, weight),
            torch.addmm(weight[:3], x.t(), x), torch.cat([x, weight]), x.view(3, -1), *x.unbind(1),
            x.sort(1)[1], F.softmax(x, 1), F.layer_norm(x, (3,)), F.embedding(x.long(), weight),
            torch.slice_scatter(weight, x, 0, 1, 1), weight.index_add(0, x[:, 0].long(), x))


def test_inputs_without_elements():
    assert_exported(without_elements, torch.randn(0, 3))


def test_layers_without_elements():
    assert_exported(nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2),
                                  nn.Flatten(), nn.Linear(16, 5)).eval(), torch.randn(0, 3, 6, 6))
    assert_exported(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0),
                    torch.randn(2, 0, 8))


def test_exported_programs():
    """With their own inputs, with others, and with those that have names."""
    model, x = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU()).eval(), torch.randn(3, 8)
    expected = torch_matrix.export_linalg(model, (x,))
    program = torch.export.export(model, (x,))
    for found in (torch_matrix.export_linalg(program), torch_matrix.export_linalg(program, (x,))):
        assert found[0] == expected[0]
        assert all(map(torch.equal, found[1], expected[1]))
    assert torch_matrix.compile_to_mlir(program, (x,)) == expected[0]
    batches = torch.export.export(model, (x,), dynamic_shapes=({0: torch.export.Dim("n", min=2)},))
    assert torch_matrix.export_linalg(batches, (torch.randn(5, 8),))[0].count("tensor<5x4xf32>")
    named = torch.export.export(model, (), {"input": x})
    with pytest.raises(torch_matrix.InvalidOption, match="example inputs are missing"):
        torch_matrix.export_linalg(named)

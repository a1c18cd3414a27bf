"""Kinds of graphs in the cache of AOTAutograd."""

import warnings

import pytest
import torch
from torch import nn
from torch.ao.quantization.fx import _decomposed  # noqa: F401, defines the operators

import torch_matrix
from aot_entries import HIT, MISSED, X, anew, folder, found  # noqa: F401
from conftest import assert_close


def in_eager(x):
    return torch.special.airy_ai(x @ x.t() + 1) * 2


def chosen(x):
    y = torch.cond(x.sum() > 0, lambda x: (x * 2, x + 1), lambda x: (x - 1, x * 3), (x,))
    return y[0] + y[1]


def repeated(x):
    return torch.while_loop(lambda k, y: k < 3, lambda k, y: (k + 1, y * 2 + 1),
                            (torch.tensor(0), x))[1]


def with_loop(x):
    return torch.special.hermite_polynomial_h(x, torch.tensor([0, 1, 2, 3, 4, 3, 2, 1]))


def random(x):
    return x * torch.rand_like(x) + torch.randn(8)


def complex_numbers(x):
    return torch.fft.rfft(x) * torch.tensor(2 + 1j)


def written(x):
    y = x.clone()
    y[0] += 1
    return y.t()[2:], y


def indexed(x):
    return x[torch.tensor([2, 0])].cumsum(1), x.sort(1).indices


def quantized(x):
    operators, bounds = torch.ops.quantized_decomposed, (-128, 127, torch.int8)

    def around(x, unit):
        return operators.dequantize_per_tensor(
            operators.quantize_per_tensor(x, unit, 3, *bounds), unit, 3, *bounds)
    weight = torch.arange(-16, 16, dtype=torch.int8).view(4, 8)
    weight = operators.dequantize_per_tensor(weight, 0.01, 0, -127, 127, torch.int8)
    return around(nn.functional.linear(around(x, 0.02), weight), 0.04)


@pytest.mark.parametrize("function", [chosen, repeated, with_loop, quantized, random,
                                      complex_numbers, written, indexed, in_eager])
@torch.no_grad()
def test_graphs(function):
    """PyTorch does not store graphs that call torch.cond or while_loop."""
    x, bypassed = X + 0.25, function in (chosen, repeated)
    want = results(function, x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", torch_matrix.EagerWarning)
        for expected in (MISSED, HIT):
            got = results(anew, function, x)
            assert found() == ({"bypass": 1} if bypassed else expected)
            for one, other in zip(got, want, strict=True):
                assert one.stride() == other.stride()
                assert_close(*map(real, (one, other)))


def results(function, *arguments) -> list:
    torch.manual_seed(1)
    return torch.utils._pytree.tree_leaves(function(*arguments))


def real(x: torch.Tensor) -> torch.Tensor:
    return torch.view_as_real(x.resolve_conj()) if x.is_complex() else x


@torch.no_grad()
def test_operators_in_eager_mode_are_named_again():
    for expected in (MISSED, HIT):
        named = "airy_ai.*test_aot_graphs.py:"
        with pytest.warns(torch_matrix.EagerWarning, match=named) as given:
            anew(in_eager, X)
        assert given[0].filename == __file__
        assert found() == expected


@torch.no_grad()
def test_explain():
    torch_matrix.explain(in_eager, X)
    found()
    explained = torch_matrix.explain(in_eager, X)
    assert found() == HIT
    assert [each.name for each in explained.graphs[0].eager] == [
        "aten.special_airy_ai.default"]
    assert explained.graphs[0].programs[0].cycles > 0


@torch.no_grad()
def test_symbolic_sizes():
    for rows, expected in ((3, MISSED), (3, HIT)):
        x = torch.randn(rows, 8)
        assert_close(anew(lambda x: x.sum(0) * x.shape[0], x, dynamic=True), x.sum(0) * rows)
        assert found() == expected


def test_training_changes_buffers():
    def trained() -> nn.Module:
        return nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.ReLU())
    for expected in (MISSED, HIT):
        torch.manual_seed(0)
        ours, reference = trained(), trained()
        reference.load_state_dict(ours.state_dict())
        anew(ours, X).sum().backward()
        reference(X).sum().backward()
        assert found() == expected
        for got, want in zip(ours.buffers(), reference.buffers()):
            assert_close(got, want)

"""Code that Dynamo does not capture is a warning, or an error with option strict."""

import functools
import re

import pytest
import torch
from torch import nn

import torch_matrix
from conftest import assert_close


class EarlyExit(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
            if x.mean() > 100:
                break
        return x


def without_momentum():
    return nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8, momentum=None), nn.ReLU())


class Around(nn.Module):
    """A graph before the modules that are not captured, and one after them."""

    def __init__(self):
        super().__init__()
        self.layers = without_momentum()

    def forward(self, x):
        return self.layers(x * 2) + 1


X, IMAGE = torch.linspace(-1, 1, 16).view(2, 8), torch.linspace(-1, 1, 150).view(2, 3, 5, 5)
BREAK = EarlyExit.forward.__code__.co_firstlineno + 3
CASES = [
    (EarlyExit, X, rf"function EarlyExit\.forward \(.*{__file__}:{BREAK}\) is not captured "
     r"by PyTorch: Data-dependent branching"),
    (without_momentum, IMAGE, r"module Conv2d \(\S+batchnorm\.py:\d+\) is not captured by "
     r"PyTorch: Unsupported Tensor\.item"),
    (Around, IMAGE, r"module Conv2d \(.*test_uncaptured\.py:\d+\) is not captured by PyTorch: "
     r"Unsupported Tensor\.item")]


@pytest.mark.parametrize("make, x, message", CASES)
def test_strict(make, x, message):
    """Also after a call without the option, whose decisions Dynamo keeps."""
    with pytest.warns(torch_matrix.EagerWarning):
        torch.compile(make(), backend="matrix")(x)
    compiled = torch.compile(make(), backend="matrix", options={"strict": True})
    for call in range(2):
        with pytest.raises(torch_matrix.UnsupportedGraph, match=message):
            compiled(x)


@pytest.mark.parametrize("make, x, message", CASES)
def test_warnings_and_explanations(make, x, message, recwarn):
    model = make()
    found = torch_matrix.explain(model, x)
    assert not [each for each in recwarn if each.category is torch_matrix.EagerWarning]
    assert re.search(message, str(found)) and found.uncaptured
    assert ("nothing runs on the accelerator" in str(found)) == (make is not Around)
    with pytest.warns(torch_matrix.EagerWarning, match=message):
        torch.compile(model, backend="matrix")(x)


def test_captures_after_a_reset():
    """Code that has been left is traced again, but not in each call."""
    compiled = torch.compile(EarlyExit(), backend="matrix")
    for number in range(2):
        torch._dynamo.reset()
        with pytest.warns(torch_matrix.EagerWarning, match="function EarlyExit") as found:
            for call in range(3):
                compiled(X)
        assert len([each for each in found if each.category is torch_matrix.EagerWarning]) == 1


def test_explanation_without_operators():
    assert "PyTorch has captured no operator" in str(torch_matrix.explain(lambda x: x, X))


class Child(nn.Module):
    def forward(self, x):
        torch._dynamo.graph_break()
        return x + 1


@pytest.mark.parametrize("model", [nn.Sequential(Child(), Child()), Child(),
                                   nn.Sequential(nn.Linear(8, 8), nn.ReLU())])
def test_graph_breaks_are_no_errors(model):
    """Modules of the user are captured as functions of their own."""
    compiled = torch.compile(model, backend="matrix", options={"strict": True})
    with torch.no_grad():
        assert_close(compiled(X), model(X))
    assert not torch_matrix.explain(model, X).uncaptured


@pytest.mark.parametrize("backend", [
    "matrix", torch_matrix.matrix, functools.partial(torch_matrix.matrix, options={})])
def test_backends(backend):
    with pytest.warns(torch_matrix.EagerWarning, match="function EarlyExit"):
        torch.compile(EarlyExit(), backend=backend)(X)


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_other_backends(backend, recwarn):
    for model, x in ((EarlyExit(), X), (Around(), IMAGE)):
        torch.compile(model, backend=backend)(x)
    assert not [each for each in recwarn if each.category is torch_matrix.EagerWarning]


def test_whole_graphs():
    with pytest.raises(torch._dynamo.exc.Unsupported, match="Data-dependent branching"):
        torch.compile(EarlyExit(), backend="matrix", fullgraph=True)(X)


def test_backward_pass_in_a_function():
    """Its compilation calls functions of the standard library, which Dynamo sees."""
    def step(x, weight):
        (x @ weight).sin().sum().backward()
        return weight.grad * 2
    found = []
    for function in (step, torch.compile(step, backend="matrix", options={"strict": True})):
        found.append(function(X, torch.linspace(-1, 1, 24).view(8, 3).requires_grad_()))
    assert_close(found[1], found[0])

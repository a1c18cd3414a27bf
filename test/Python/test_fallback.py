"""Operators that programs cannot contain run in eager mode, the rest in programs."""

import re

import pytest
import torch
from torch import nn
from torch._dynamo.exc import BackendCompilerFailed

import torch_matrix
from conftest import assert_close
from torch_matrix import fallback
from torch_matrix.errors import ToolFailed
from torch_matrix.fallback import Search
from torch_matrix.operators import elementwise


@pytest.fixture
def trials(monkeypatch):
    """The sizes of trial compilations."""
    found, original = [], Search.attempt

    def counting(search, operators):
        found.append(len(operators))
        return original(search, operators)
    monkeypatch.setattr(Search, "attempt", counting)
    return found


def run(function, *inputs, **options):
    with torch.no_grad():
        return torch.compile(function, backend="matrix", dynamic=False,
                             options=options)(*inputs)


@pytest.fixture
def failing(monkeypatch):
    """Makes the compilation of graphs that contain a set of operators fail, without the
    name of one of them."""
    def make(*names, status=1):
        original = fallback.importing.import_graph

        def importing(graph):
            present = {str(node.target) for node in graph.nodes}
            if present.issuperset(names):
                raise ToolFailed("the cause", status)
            return original(graph)
        monkeypatch.setattr(fallback.importing, "import_graph", importing)
    return make


def between(x):
    """Operators without a lowering before, between and after others."""
    y = torch.special.airy_ai((x @ x).relu() + 1) * 2
    return torch.mode((y @ x).abs() + y)[0], torch.special.airy_ai(y).sum()


def test_operators_without_lowering(runs):
    x = torch.randn(4, 4)
    with pytest.warns(torch_matrix.EagerWarning) as warned:
        got = run(between, x)
    for a, b in zip(got, between(x), strict=True):
        assert_close(a, b)
    assert len(runs) == 3
    message, = [str(one.message) for one in warned]
    assert message.startswith("3 of 11 operators of a graph run in eager mode\n")
    for name in ("special_airy_ai", "mode"):
        assert re.search(rf"aten\.{name}\.default \(.*test_fallback\.py:\d+\) has no "
                         "lowering to Linalg", message)
    assert warned[0].filename == __file__


def test_there_is_one_warning_for_a_graph():
    function = torch.compile(torch.special.airy_ai, backend="matrix", dynamic=False)
    with pytest.warns(torch_matrix.EagerWarning,
                      match="nothing of a graph runs on the accelerator") as warned:
        for _ in range(3):
            function(torch.ones(4))
    assert len(warned) == 1


def test_strict_names_all_operators():
    with pytest.raises(BackendCompilerFailed, match=(
            r"operator aten\.special_airy_ai\.default \(.*test_fallback\.py:\d+\) has "
            r"no lowering to Linalg.*; operator aten\.mode.*leave out option 'strict'")):
        run(between, torch.randn(4, 4), strict=True)


def test_strict_without_reason_to_fail(recwarn):
    x = torch.randn(4, 4)
    assert_close(run(nn.functional.silu, x, strict=True), nn.functional.silu(x))
    assert not [one for one in recwarn if one.category is torch_matrix.EagerWarning]


@pytest.mark.parametrize("function, reason", [
    (lambda x: x + torch.rand(4), "draws random numbers"),
    (lambda x: torch.acos(x * 1j).abs(), "has operands or results of type complex64"),
    (lambda x: torch.quantize_per_tensor(x, 0.5, 0, torch.qint8).dequantize() + x,
     "has operands or results with scales and zero points"),
    (lambda x: torch.as_strided((x * 2).expand(2, 4), (2,), (2,)),
     "addresses the storage"),
])
def test_operators_that_pytorch_computes(function, reason):
    x = torch.ones(4)
    torch.manual_seed(3)
    want = function(x)
    torch._dynamo.reset()
    torch.manual_seed(3)
    with pytest.warns(torch_matrix.EagerWarning, match=reason):
        assert_close(run(function, x), want)
    torch._dynamo.reset()
    with pytest.raises(BackendCompilerFailed, match=reason):
        run(function, x, strict=True)


def test_operators_that_cannot_be_imported(monkeypatch):
    """The error is one of the code that replaces operators after the import."""
    def fail(*_):
        raise KeyError("no such type")
    monkeypatch.setitem(elementwise.OPERATIONS, "torch.aten.copysign.Tensor", fail)

    def function(x):
        return torch.copysign(x * 2, x.flip(0)) + 1
    x = torch.randn(4)
    with pytest.warns(torch_matrix.EagerWarning, match=(
            r"aten\.copysign\.Tensor \(.*test_fallback\.py:\d+\) cannot be compiled: "
            "torch-mlir cannot import the graph: 'no such type'")):
        assert_close(run(function, x), function(x))


def chain(x):
    """64 operators, some of which are special."""
    for i in range(64):
        x = x.sin() if i in (17, 50) else x.cos() if i == 18 else x + i
    return x


def test_number_of_trials(failing, trials, runs):
    """Without names of operators, the program is bisected."""
    failing("aten.sin.default")
    x = torch.randn(4)
    with pytest.warns(torch_matrix.EagerWarning, match=(
            r"2 of 64 operators.*\n  aten\.sin\.default \(.*\) cannot be compiled: "
            r"the cause \(2 times\)")):
        assert_close(run(chain, x), chain(x))
    assert len(runs) == 3 and len(trials) <= 2 * 6 + 2

    trials.clear()
    torch._dynamo.reset()
    run(chain, x)
    assert not trials  # the graph is known
    torch._dynamo.reset()
    run(lambda x: chain(x) * 2, x)
    assert len(trials) <= 1  # the operator is known


def test_operators_that_fail_together(failing, runs):
    """They become two programs on the accelerator."""
    failing("aten.sin.default", "aten.cos.default")
    x = torch.randn(4)
    with pytest.warns(torch_matrix.EagerWarning, match=(
            "^a graph is divided into several programs\n  before aten")):
        assert_close(run(chain, x, strict=True), chain(x))
    assert len(runs) > 1


@pytest.mark.parametrize("status", [2, -9, -15])
def test_failures_that_no_operator_causes(failing, status):
    """Invalid usage, and signals of users and of the operating system."""
    failing(status=status)
    with pytest.raises(BackendCompilerFailed, match="the cause"):
        run(chain, torch.randn(4))


@pytest.mark.parametrize("status", [1, -6, -11])
def test_everything_fails(failing, runs, status):
    failing(status=status)
    x = torch.randn(4)
    with pytest.warns(torch_matrix.EagerWarning, match="nothing of a graph runs"):
        assert_close(run(chain, x), chain(x))
    assert not runs


def test_what_was_found_is_stored(failing, trials, monkeypatch, tmp_path):
    monkeypatch.setenv("MATRIX_CACHE", str(tmp_path))
    failing("aten.sin.default")
    x = torch.randn(4)
    run(chain, x)
    monkeypatch.setattr(fallback.decisions, "KNOWN", {})
    monkeypatch.setattr(fallback, "FAILED", {})
    torch._dynamo.reset()
    trials.clear()
    with pytest.warns(torch_matrix.EagerWarning, match="2 of 64 operators"):
        assert_close(run(chain, x), chain(x))
    assert not trials


def test_order_of_random_numbers():
    def function(x):
        y = torch.special.airy_ai(torch.rand(4)) + torch.rand(4)
        return torch.bernoulli(torch.sigmoid(torch.special.airy_ai(y - x))) + torch.randn(4)
    x = torch.randn(4)
    torch.manual_seed(1)
    want = function(x)
    torch.manual_seed(1)
    assert_close(run(function, x), want)


def test_views_and_changes_of_arguments(runs):
    def function(x, y):
        z = torch.special.airy_ai(x * 2)
        y[1:] += z[1:]
        x.t().mul_(2)
        return z.t(), z[1:], x.view(-1), y
    inputs = torch.randn(4, 4), torch.randn(4, 4)
    copies = [tensor.clone() for tensor in inputs]
    got, want = run(function, *inputs), function(*copies)
    for a, b in zip([*got, *inputs], [*want, *copies], strict=True):
        assert_close(a, b)
        assert a.stride() == b.stride()
    got[1][0, 0] = 7
    assert got[0][0, 1] == 7 and got[3] is inputs[1] and runs
    inputs[0][0, 0] = 5
    assert got[2][0] == 5


@torch.library.custom_op("torch_matrix_test::scale_", mutates_args=("x",))
def scale_(x: torch.Tensor, factor: float) -> None:
    x.mul_(factor)


def test_custom_operators_that_change_arguments():
    def function(x, y):
        z = y + 1
        scale_(z, 2.0)
        scale_(x, 3.0)
        return z * x
    inputs = torch.randn(4), torch.randn(4)
    copies = [tensor.clone() for tensor in inputs]
    with pytest.warns(torch_matrix.EagerWarning, match="auto_functionalized"):
        assert_close(run(function, *inputs), function(*copies))
    assert_close(inputs[0], copies[0])


def test_frames_larger_than_the_stack():
    """Registers that are spilled need a larger stack, or another division of the graph."""
    x = torch.randn(16, 256)
    assert_close(run(lambda x: x.topk(5)[0], x), x.topk(5)[0])


def test_vectors_without_unique_signs():
    def norm(x):
        return torch.linalg.norm(x, "nuc")
    x = torch.randn(3, 4, requires_grad=True)
    compiled = torch.compile(norm, backend="matrix", options={"strict": True})
    with pytest.raises(Exception, match=r"aten\._linalg_svd\.default \(.*test_fallback\.py:\d+\) "
                                        "returns vectors, whose signs are not unique"):
        compiled(x)

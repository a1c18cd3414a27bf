"""What every Python test shares."""

import os
from collections import Counter

import pytest
import torch
from torch.utils._pytree import tree_leaves

from torch_matrix import decisions, fallback, program
from torch_matrix.runtime import Simulator

os.environ["MATRIX_ASSERT_BOUNDS"] = "1"  # no timed run is below a bound
os.environ["MATRIX_VERIFY_EACH"] = "1"  # verifies the MLIR after each pass
os.environ["MATRIX_CACHE"] = "off"  # each test compiles


PART = 5  # one of as many sets of parameters of a test of operators runs without --full


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="also what takes long")


def pytest_configure(config):
    config.addinivalue_line("markers", "full: runs with --full only")


def pytest_collection_modifyitems(config, items):
    """Without --full, no test with the mark `full`, and a fixed part of the parameters of
    each test in Operators/."""
    if config.getoption("full") or any("::" in name for name in config.args):
        return
    left_out, seen = [], Counter()
    for item in items:
        if item.get_closest_marker("full"):
            left_out.append(item)
        if "Operators" not in item.path.parts:
            continue
        if seen[item.path, item.originalname] % PART:
            left_out.append(item)
        seen[item.path, item.originalname] += 1
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Each test compiles anew, from the same random numbers, and detects hazards."""
    monkeypatch.setattr(program, "Simulator",
                        lambda executable, hazards: Simulator(executable, hazards=True))
    monkeypatch.setattr(fallback, "FAILED", {})
    monkeypatch.setattr(decisions, "KNOWN", {})
    torch._dynamo.reset()
    torch.manual_seed(0)
    yield


@pytest.fixture
def runs(monkeypatch):
    """The programs that run."""
    found, original = [], program.Program.__call__

    def counting(program, inputs):
        found.append(program)
        return original(program, inputs)
    monkeypatch.setattr(program.Program, "__call__", counting)
    return found


# Largest difference over largest value that counts as equal to PyTorch's.
TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-5, torch.float16: 2e-3, torch.bfloat16: 2e-2}


@pytest.fixture
def assert_matches_eager():
    def check(model, *inputs):
        compiled = torch.compile(model, backend="matrix", dynamic=False)
        with torch.no_grad():
            want, got = model(*inputs), compiled(*inputs)
        assert_close(got, want)
    return check


@pytest.fixture
def assert_accelerated():
    """Equal results and strides, without operators in eager mode."""
    def check(function, *inputs):
        compiled = torch.compile(function, backend="matrix", dynamic=False,
                                 options={"strict": True})
        with torch.no_grad():
            found, expected = compiled(*inputs), function(*inputs)
        for got, want in zip(tree_leaves(found), tree_leaves(expected), strict=True):
            assert got.stride() == want.stride()
            assert_close(*(torch.view_as_real(x.resolve_conj()) if x.is_complex() else x
                           for x in (got, want)))
    return check


def assert_close(got, want):
    assert got.dtype == want.dtype and got.shape == want.shape
    assert torch.equal(got.isnan(), want.isnan())
    if want.numel() == 0 or not want.is_floating_point():
        assert torch.equal(got, want)
        return
    error = (got.double() - want.double()).abs().nan_to_num().max()
    largest = want.double().abs().nan_to_num().max().clamp(min=1e-30)
    assert error / largest <= TOLERANCE[want.dtype], \
        f"error {error / largest:.2e} of the largest value"


def check_gradients(function, *inputs):
    """Compares the result of a function of tensors and its gradients with eager mode, without
    operators in eager mode."""
    compiled = torch.compile(function, backend="matrix", dynamic=False,
                             options={"strict": True})
    found = []
    for each in (compiled, function):
        operands = [x.clone().requires_grad_() for x in inputs]
        y = each(*operands)
        torch.manual_seed(1)
        gradients = torch.autograd.grad((y * torch.randn_like(y)).sum(), operands)
        found.append([y.detach(), *gradients])
    for got, want in zip(*found, strict=True):
        assert_close(got, want)

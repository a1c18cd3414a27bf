"""A graph that cannot be compiled, and tools that are not there."""

import os
from pathlib import Path

import pytest
import torch
from torch._dynamo.exc import BackendCompilerFailed

import torch_matrix
from torch_matrix import tools


class Noise(torch.nn.Module):
    def forward(self, x):
        return x + torch.rand_like(x)


def compiled(function, **options):
    return torch.compile(function, backend="matrix", options=options)


def strict(function):
    """Operators that do not run on the accelerator are errors."""
    return compiled(function, strict=True)


def test_operator_without_lowering_is_named():
    with pytest.raises(BackendCompilerFailed,
                       match=r"operator aten\.mode.*test_errors\.py:\d+"):
        strict(lambda x: torch.mode(x)[0])(torch.ones(4, 4))


@pytest.mark.parametrize("name, function", [
    ("topk", lambda x: x.topk(100)[0]), ("sort", lambda x: x.sort()[0])])
def test_operator_of_a_foreign_dialect_is_named(name, function):
    with pytest.raises(BackendCompilerFailed,
                       match=rf"operator aten\.{name}\.\w+ \(.*test_errors\.py:\d+\)"):
        strict(function)(torch.ones(1, 5000))


def test_operator_that_fails_without_a_name_is_named():
    place = r"\(.*test_errors\.py:\d+\)"
    with pytest.raises(BackendCompilerFailed,
                       match=rf"operator aten\.new_empty_strided\.default {place}"):
        strict(lambda x: (x * 2).new_empty_strided((4,), (5,)))(torch.ones(4))


@pytest.mark.parametrize("function", [
    lambda x: x - x.to(torch.int8), lambda x: x - 1, lambda x: 1 - x, lambda x: x - True])
def test_differences_of_truth_values(function):
    """Eager mode rejects them, and meta functions do not."""
    with pytest.raises(BackendCompilerFailed, match="Subtraction.*bool tensor"):
        compiled(function)(torch.tensor([True]))


@pytest.mark.parametrize("x", [torch.ones(2), torch.tensor(3), torch.ones(2, dtype=torch.bfloat16)])
def test_truth_values_minus_numbers(x):
    with pytest.raises(BackendCompilerFailed, match="Subtraction.*bool tensor"):
        compiled(lambda x: True - x)(x)


@pytest.mark.parametrize("dtype", [torch.float32, torch.uint8, torch.complex64])
@pytest.mark.parametrize("operator", [torch.add, torch.sub, torch.rsub])
def test_factors_that_are_truth_values(operator, dtype):
    with pytest.raises(BackendCompilerFailed, match="Boolean alpha"):
        compiled(lambda x: operator(x, x, alpha=True))(torch.ones(2, dtype=dtype))


def test_export_of_random_numbers_is_refused():
    with pytest.raises(torch_matrix.UnsupportedGraph,
                       match=r"operator aten\.rand_like\S* \(.*is computed by PyTorch"):
        torch_matrix.export_linalg(Noise(), (torch.ones(4),))


def noise_like(x):
    return x * torch.rand_like(x)


@pytest.mark.parametrize("model", [noise_like, lambda x: noise_like(x + 1), Noise()])
def test_lines_of_exported_functions(model):
    """The innermost ones of the user, also outside of methods with the name forward."""
    innermost = Noise.forward if isinstance(model, Noise) else noise_like
    line = innermost.__code__.co_firstlineno + 1
    with pytest.raises(torch_matrix.UnsupportedGraph,
                       match=rf"operator aten\.rand_like\S* \(.*test_errors\.py:{line}\)"):
        torch_matrix.compile_to_mlir(model, torch.ones(4))


def test_modules_of_exported_layers():
    with pytest.raises(torch_matrix.UnsupportedGraph, match=r"bernoulli\S* \(module 1\)"):
        torch_matrix.compile_to_mlir(torch.nn.Sequential(
            torch.nn.ReLU(), torch.nn.Dropout()), torch.ones(4))


def test_missing_tools(monkeypatch, tmp_path):
    monkeypatch.setenv("MATRIX_BIN", str(tmp_path))
    with pytest.raises(BackendCompilerFailed,
                       match="MATRIX_BIN points to a folder without matrix-compile"):
        compiled(lambda x: x + 1)(torch.ones(4))


def test_relative_folder_of_tools(monkeypatch):
    """The compiler process has another working directory."""
    folder = os.path.relpath(Path(tools.tool("matrix-compile")).parent)
    monkeypatch.setenv("MATRIX_BIN", folder)
    torch.testing.assert_close(strict(lambda x: x + 1)(torch.ones(4)), torch.full((4,), 2.0))


def test_unknown_variant(monkeypatch):
    monkeypatch.setenv("MATRIX_CPU", "no-such-variant")
    with pytest.raises(BackendCompilerFailed, match="no-such-variant"):
        compiled(lambda x: x + 1)(torch.ones(4))


def test_errors_are_one_family():
    assert issubclass(torch_matrix.UnsupportedGraph, torch_matrix.MatrixError)


def test_operators_of_subgraphs_are_named():
    def function(x):
        return torch.cond(x.sum() > 0, lambda x: torch.mode(x)[0], lambda x: x.sum(), (x,))
    with pytest.raises(BackendCompilerFailed,
                       match=r"operator aten\.mode.*test_errors\.py:\d+"):
        strict(function)(torch.ones(4))


def test_other_devices_are_refused():
    with pytest.raises(BackendCompilerFailed, match="on device meta"):
        compiled(lambda x: x + 1)(torch.ones(4, device="meta"))


def test_other_versions_of_pytorch(monkeypatch):
    monkeypatch.setattr(torch_matrix.tools, "version", lambda name: "2.12.1+cpu")
    with pytest.raises(torch_matrix.MatrixError,
                       match=r"PyTorch 2\.13 is required, but 2\.12\.1\+cpu is installed; pip"):
        torch_matrix.tools.require_torch()


def test_model_larger_than_memory():
    """Nothing of 16 GiB is allocated: the elements of the argument share one address."""
    x = torch.zeros(1, dtype=torch.int8).expand(1 << 34)
    with pytest.raises(BackendCompilerFailed, match="operator aten.add.Tensor .* DRAM"):
        strict(lambda x: x + 1)(x)

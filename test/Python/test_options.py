"""Options of the backend, and the functions that take the same ones."""

import json
import re

import pytest
import torch
from torch._dynamo.exc import BackendCompilerFailed

import torch_matrix
from conftest import assert_close
from torch_matrix.compiler import service
from torch_matrix.program import compare

X = torch.arange(12.0).view(3, 4)


def affine(x):
    return x * 2 + 1


def compiled(options=None, **others):
    return torch.compile(affine, backend="matrix", dynamic=False, options=options, **others)


@pytest.mark.parametrize("options, message", [
    ({"mcup": "base"}, "unknown option 'mcup'; did you mean 'mcpu'? (known: mcpu, cores"),
    ({"speed": 1}, "unknown option 'speed' (known: mcpu"),
    ({"mcpu": 1}, "option 'mcpu' is a string, not 1"),
    ({"mcpu": "nosuch"}, "unknown variant 'nosuch'"),
    ({"cores": "2"}, "option 'cores' is a number, not '2'"),
    ({"cores": True}, "option 'cores' is a number, not True"),
    ({"cores": -1}, "option 'cores' is at least 1, not -1"),
    ({"cores": 0}, "option 'cores' is at least 1, not 0"),
    ({"cores": 99}, "--cores=99, but variant 'base' has 4"),
    ({"hazards": "on"}, "option 'hazards' is True or False, not 'on'"),
    ({"tune": "yes"}, "option 'tune' is True or False, not 'yes'"),
    ({"output": "asm"}, "unknown output 'asm'"),
    ({"output": "elf"}, "output 'elf' needs option 'output_dir'"),
    ({"output_dir": "x"}, "output 'simulate' writes no files; leave 'output_dir' out"),
    ({"output": "elf", "output_dir": 3}, "option 'output_dir' is a path, not 3"),
])
def test_invalid_options(options, message):
    with pytest.raises(BackendCompilerFailed, match=re.escape(message)) as raised:
        compiled(options)(X)
    assert isinstance(raised.value.inner_exception, torch_matrix.InvalidOption)


def test_unsupported_mode():
    message = "mode 'reduce-overhead' is not supported; .* are: default, max-autotune"
    with pytest.raises(BackendCompilerFailed, match=message):
        compiled(mode="reduce-overhead")(X)


@pytest.mark.parametrize("output", ["check", "cpu"])
def test_views_of_decomposed_operators(output):
    """PyTorch executes the graph, in which attention has other strides than in eager mode."""
    def heads(q):
        y = torch.nn.functional.scaled_dot_product_attention(q, q, q)
        return y.transpose(1, 2).reshape(2, 3, 8)
    q = torch.randn(2, 2, 3, 4)
    got = torch.compile(heads, backend="matrix", options={"output": output})(q)
    assert_close(got, heads(q))


def test_tuning(tmp_path, monkeypatch):
    """The plans that are measured are those that the compiler takes, and are kept."""
    monkeypatch.setenv("MATRIX_CACHE", str(tmp_path))
    a, b = torch.randn(40, 30), torch.randn(30, 20)
    commands, request = [], service.SERVICE.request

    def noting(name, payload, command=None):
        commands.append(list(map(str, command or [])))
        return request(name, payload, command)
    monkeypatch.setattr(service.SERVICE, "request", noting)
    function = torch.compile(torch.matmul, backend="matrix", mode="max-autotune")
    assert_close(function(a, b), a @ b)
    database = tmp_path / "plans.tuned.json"
    assert json.loads(database.read_text())["entries"][0]["measured"]
    assert commands[-2][1:4] == ["-", "-o", str(database)]
    assert f"--tuned={database}" in commands[-1]


def test_tuning_without_a_cache():
    assert_close(compiled({"tune": True, "cache": False})(X), affine(X))


@pytest.mark.parametrize("options", [
    {"mcpu": "edge"}, {"cores": 2}, {"hazards": True}, {"output": "check"},
    {"output": "cpu"}])
def test_results_with_options(options):
    assert_close(compiled(options)(X), affine(X))


@pytest.mark.parametrize("output, suffix, start", [
    ("mlir", ".mlir", b"#map"), ("assembly", ".s", b"\t.file"), ("elf", ".elf", b"\x7fELF")])
def test_files_of_outputs(output, suffix, start, tmp_path):
    folder = tmp_path / "a" / "b"
    function = compiled({"output": output, "output_dir": folder})
    assert_close(function(X), affine(X))
    assert_close(function(X[:2]), affine(X[:2]))
    paths = [folder / f"graph{number}{suffix}" for number in range(2)]
    assert sorted(folder.iterdir()) == paths
    assert all(path.read_bytes().startswith(start) for path in paths)


def test_output_folder_that_is_a_file(tmp_path):
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(BackendCompilerFailed, match="output_dir '.*file' cannot be written"):
        compiled({"output": "mlir", "output_dir": str(path)})(X)


@pytest.mark.parametrize("got, message", [
    (1.1, "differs from eager mode by 1.0e-01, of 2.0e"), (float("nan"), "has NaN"),
    (float("inf"), "differs")])
def test_comparison_with_eager(got, message):
    want = torch.tensor([1.0, 2.0])
    compare("result", want * (1 + 1e-7), want)
    with pytest.raises(torch_matrix.MatrixError, match=message):
        compare("result", torch.tensor([got, 2.0]), want)


def test_functions():
    linalg = torch_matrix.compile_to_mlir(affine, (X,))
    assert "linalg.generic" in linalg
    dialect = torch_matrix.compile_to_mlir(affine, (X,), stage="dialect")
    assert "!matrix.token" in dialect
    assert "\nmain:" in torch_matrix.compile_to_asm(affine, (X,), options={"mcpu": "edge"})
    assert_close(torch_matrix.jit_run(affine, (X,), options={"cores": 1}), affine(X))
    assert torch_matrix.compile_to_mlir(affine, X) == linalg     # one input, not one for each row
    assert_close(torch_matrix.jit_run(affine, X), affine(X))


def test_keyword_arguments():
    def scaled(a, *, by):
        return a * by["x"]
    got = torch_matrix.jit_run(scaled, X, {"by": {"x": X}})
    assert_close(got, scaled(X, by={"x": X}))
    assert_close(torch_matrix.jit_run(scaled, named={"a": X, "by": {"x": X}}), got)


@pytest.mark.parametrize("options, message", [
    ({"mcpu": "nope"}, "unknown variant 'nope'"), ({"cores": 99}, "variant 'base' has 4")])
def test_machines_that_do_not_exist(options, message):
    with pytest.raises(torch_matrix.InvalidOption, match=message):
        torch_matrix.compile_to_asm(affine, X, options=options)


def test_functions_with_invalid_options():
    with pytest.raises(torch_matrix.InvalidOption, match="unknown stage 'tile'; did you mean"):
        torch_matrix.compile_to_mlir(affine, (X,), stage="tile")
    with pytest.raises(torch_matrix.InvalidOption, match="'output' is for torch.compile"):
        torch_matrix.compile_to_asm(affine, (X,), options={"output": "cpu"})

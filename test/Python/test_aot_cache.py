"""The cache of AOTAutograd: graphs that another process has traced and divided."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch import nn

import torch_matrix
from aot_entries import HIT, MISSED, X, anew, entries, folder, found  # noqa: F401
from conftest import assert_close
from torch_matrix import backend
from torch_matrix.compiler import aot_cache, cache, service


def model(width: int = 16) -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(8, width), nn.Tanh(), nn.Linear(width, 4))


PROCESS = """
import sys, warnings
warnings.simplefilter("error")
import torch
from torch._dynamo.utils import counters
import torch_matrix
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 4))
x = torch.linspace(-1, 1, 24).view(3, 8)
compiled = torch.compile(model, backend="matrix")
with torch.no_grad():
    inference = compiled(x)
result = compiled(x)
result.square().sum().backward()
torch.save([inference, result.detach(), *(each.grad for each in model.parameters())],
           sys.argv[1])
print(*(counters["aot_autograd"]["autograd_cache_" + name] for name in ("hit", "miss")))
"""


def test_second_process(folder):
    """Forward and backward, without the compiler process."""
    reference = model()
    expected = reference(X)
    expected.square().sum().backward()
    expected = [expected, expected, *(each.grad for each in reference.parameters())]
    package = Path(torch_matrix.__file__).parents[1]
    for counted in ("0 2", "2 0"):
        done = subprocess.run(
            [sys.executable, "-c", PROCESS, folder / "results"], check=True, text=True,
            capture_output=True, env={**os.environ, "PYTHONPATH": str(package)})
        assert done.stdout.split("\n")[-2] == counted
        for got, want in zip(torch.load(folder / "results"), expected, strict=True):
            assert_close(got, want.detach())


@torch.no_grad()
def test_known_graph_is_not_traced(folder, monkeypatch):
    assert_close(anew(model(), X), model()(X))
    monkeypatch.delattr(service.Service, "request")
    monkeypatch.delattr(backend, "plan")
    result = anew(model(), X)
    assert_close(result, model()(X))


def test_backward_pass_is_stored_when_it_is_compiled():
    anew(model(), X)
    assert found() == {"miss": 1}
    compiled = model()
    anew(compiled, X).sum().backward()
    assert found() == MISSED
    assert not torch._functorch.config.bundled_autograd_cache
    compiled.zero_grad()
    anew(compiled, X).sum().backward()
    assert found() == HIT
    reference = model()
    reference(X).sum().backward()
    for got, want in zip(compiled.parameters(), reference.parameters()):
        assert_close(got.grad, want.grad)


def test_backward_pass_that_fails_leaves_the_configuration(monkeypatch):
    result = anew(model(), X)
    monkeypatch.setattr(backend, "plan", lambda *arguments, **options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        result.sum().backward()
    assert not torch._functorch.config.bundled_autograd_cache


@pytest.mark.parametrize("options", [
    {"cores": 1}, {"mcpu": "edge"}, {"hazards": True}, {"output": "check"}, {"strict": True}])
@torch.no_grad()
def test_options_are_part_of_the_key(options):
    for given in ({}, options):
        assert_close(anew(model(), X, **given), model()(X))
        assert found() == MISSED
    assert_close(anew(model(), X, **options), model()(X))
    assert found() == HIT


@torch.no_grad()
def test_model_is_part_of_the_key():
    for width in (16, 17):
        assert_close(anew(model(width), X), model(width)(X))
        assert found() == MISSED
    wide = torch.linspace(-1, 1, 40).view(5, 8)
    assert_close(anew(model(), wide), model()(wide))
    assert found() == MISSED


@torch.no_grad()
def test_constants_are_part_of_the_key():
    for number in (1.0, 2.0):
        def function(x):
            return x * torch.tensor([number] * 8)
        assert_close(anew(function, X), X * number)
        assert found() == MISSED


@torch.no_grad()
def test_build_of_the_tools_is_part_of_the_key(monkeypatch):
    anew(model(), X)
    monkeypatch.setattr(cache, "state_of", lambda path: "rebuilt")
    cache.build_of_tools.cache_clear()
    found()
    anew(model(), X)
    cache.build_of_tools.cache_clear()
    assert found() == MISSED


@pytest.mark.parametrize("switch", ["option", "folder", "torch"])
@torch.no_grad()
def test_switched_off(switch, monkeypatch, folder):
    if switch == "folder":
        monkeypatch.setenv("MATRIX_CACHE", "off")
    options = {"cache": False} if switch == "option" else {}
    with torch._functorch.config.patch(enable_autograd_cache=switch != "torch"):
        assert_close(anew(model(), X, **options), model()(X))
    assert not found() and not entries(folder)


@pytest.mark.parametrize("output", ["mlir", "cpu"])
@torch.no_grad()
def test_files_are_written_each_time(output, tmp_path):
    options = {"output": output}
    if output == "mlir":
        options["output_dir"] = str(tmp_path / "files")
    for number in (1, 2):
        anew(model(), X, **options)
        assert output == "cpu" or len(list((tmp_path / "files").iterdir())) == number
    assert not found()


@torch.no_grad()
def test_damaged_entries(folder):
    """Whatever byte differs, numbers are right, and the entry is replaced."""
    anew(model(), X)
    path, = entries(folder)
    good = path.read_bytes()
    for position in range(0, len(good), len(good) // 7):
        path.write_bytes(good[:position] + bytes([good[position] ^ 1]) + good[position + 1:])
        found()
        with pytest.warns(RuntimeWarning, match="is damaged; the graph is captured again"):
            assert_close(anew(model(), X), model()(X))
        assert found() == MISSED
        path, = entries(folder)
    path.write_bytes(good[:100])
    with pytest.warns(RuntimeWarning, match="is damaged"):
        assert_close(anew(model(), X), model()(X))


@torch.no_grad()
def test_programs_that_were_removed(folder):
    anew(model(), X)
    shutil.rmtree(folder / "programs")
    found()
    assert_close(anew(model(), X), model()(X))
    assert found() == HIT


@torch.no_grad()
def test_unwritable_folder(folder):
    (folder / "torch").mkdir()
    (folder / "torch" / "aotautograd").touch()
    assert_close(anew(model(), X), model()(X))
    assert "saved" not in found()


def test_lines_of_the_model_are_part_of_the_key():
    graph = torch.fx.symbolic_trace(lambda x: x + 1)
    assert aot_cache.lines_of(graph) == [None] * 3
    for node in graph.graph.nodes:
        node.meta["stack_trace"] = "here"
    assert aot_cache.lines_of(graph) == ["here"] * 3

"""What PyTorch's tools show of programs, and the line of progress on a terminal."""

import io
import logging
import re
import sys

import pytest
import torch
from torch._dynamo.utils import compile_times

from torch_matrix.runtime import instruments
from torch_matrix.compiler import progress, service


def profile(options):
    compiled = torch.compile(lambda x, y: (x @ y).relu(), backend="matrix", options=options)
    x = torch.randn(8, 8)
    compiled(x, x)
    with torch.profiler.profile() as found:
        compiled(x, x), compiled(x, x)
    return {entry.key: entry.count for entry in found.key_averages()
            if entry.key.startswith("matrix::")}


@torch.no_grad()
def test_profiler():
    assert profile({}) == {"matrix::mm": 2}


@torch.no_grad()
def test_profiler_shows_cycles():
    found = profile({"cycles": True})
    cycles, = (key for key in found if key.endswith(" cycles"))
    assert found.pop("matrix::mm") == 2 and found == {cycles: 2}
    assert int(cycles.split()[1]) > 100


@pytest.mark.parametrize("function, name", [
    (lambda x: x + 1, "matrix::elementwise"),
    (lambda x: (x @ x).softmax(0).sum(0).cumsum(0).amax(0),
     "matrix::mm__softmax_sum_and_5_more")])
@torch.no_grad()
def test_names(function, name, runs):
    torch.compile(function, backend="matrix")(torch.randn(4, 4))
    assert [program.name for program in runs] == [name]


def logged(monkeypatch, level):
    text, handler = io.StringIO(), None
    handler = logging.StreamHandler(text)
    monkeypatch.setattr(instruments.CODE, "handlers", [handler])
    monkeypatch.setattr(instruments.CODE, "propagate", False)
    monkeypatch.setattr(instruments.CODE, "level", level)
    instruments.CODE.manager._clear_cache()
    torch.compile(lambda x: x @ x, backend="matrix")(torch.randn(8, 8))
    return text.getvalue()


def test_output_code(monkeypatch):
    text = logged(monkeypatch, logging.DEBUG)
    assert text.startswith("program matrix::mm:\n") and "main:" in text


def test_no_output_code(monkeypatch):
    assert logged(monkeypatch, logging.WARNING) == ""


def test_compile_times():
    torch.compile(lambda x: x @ x, backend="matrix")(torch.randn(8, 8))
    assert "matrix.torch-mlir" in compile_times() and "matrix.compile" in compile_times()


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(progress, "DELAY", 0)
    monkeypatch.setattr(service, "PERIOD", 0.05)


def long_request():
    own = service.Service()
    try:
        own.request("a tool", b"", ["sleep", "0.5"])
    finally:
        own.stop()


def test_progress(impatient, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    long_request()
    found = re.fullmatch(r"(\rtorch_matrix: a tool, \d+ s)+\r( +)\r", sys.stderr.getvalue())
    assert len(found[2]) == len(found[1]) - 1


def test_no_progress_in_files(impatient, monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    long_request()
    assert sys.stderr.getvalue() == ""

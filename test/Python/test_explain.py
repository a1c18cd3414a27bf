"""torch_matrix.explain: graphs, graph breaks, operators and cycles."""

import re

import pytest
import torch
from torch import nn
from torch._dynamo.exc import BackendCompilerFailed

import torch_matrix
from conftest import assert_close
from torch_matrix import timing


def with_break(x):
    y = torch.special.airy_ai(x @ x + 1) * 2
    torch._dynamo.graph_break()
    return y @ x


def test_graphs_breaks_and_operators(recwarn):
    x = torch.randn(32, 32)
    found = torch_matrix.explain(with_break, x)
    assert_close(found.results, with_break(x))
    first, second = found.graphs
    assert [op.name for op in first.accelerated] == [
        "aten.mm.default", "aten.add.Tensor", "aten.mul.Tensor"]
    airy, = first.eager
    assert airy.name == "aten.special_airy_ai.default"
    assert airy.reason == "has no lowering to Linalg"
    assert airy.line[0] == __file__ and airy.line[1] in airy.location
    assert [op.name for op in second.accelerated] == ["aten.mm.default"]
    assert not second.eager
    cause, = found.breaks
    assert "graph_break" in cause.reason and cause.location.startswith(__file__)
    assert not [one for one in recwarn if one.category is torch_matrix.EagerWarning]


def test_cycles():
    x = torch.randn(32, 32)
    found = torch_matrix.explain(with_break, x)
    assert [len(graph.programs) for graph in found.graphs] == [2, 1]
    matmul, affine = found.graphs[0].programs
    assert matmul.cycles > 0 and matmul.macs == 32 ** 3 and affine.macs == 0
    assert 0 < matmul.roof <= 100
    assert all(0 <= share <= 100 for share in matmul.pipes.values())
    assert sum(matmul.pipes.values()) > 0


def test_cycles_of_a_movement():
    """A program that only moves elements has no multiply-adds."""
    explanation = torch_matrix.explain(lambda x: nn.functional.pad(x, (1, 1)),
                                       torch.randn(4, 30), cycles=True)
    timing, = explanation.graphs[0].programs
    assert timing.cycles > 0 and timing.macs == 0


@pytest.mark.parametrize("cycles", [True, False])
def test_memory(cycles):
    model, x = nn.Sequential(nn.Linear(64, 48), nn.BatchNorm1d(48)).eval(), torch.randn(16, 64)
    with torch.no_grad():
        graph, = torch_matrix.explain(model, x, cycles=cycles).graphs
    # One buffer, the number of batches, is not an argument of the graph.
    assert graph.parameters == 4 * (64 * 48 + 5 * 48)
    memory, = graph.memory
    tensors = graph.parameters + 4 * (16 * 64 + 16 * 48)
    assert tensors < memory.dram < tensors + 100_000 < memory.dram_size
    assert 0 < memory.scratchpad < memory.scratchpad_size


def test_seconds():
    found = torch_matrix.explain(with_break, torch.randn(8, 8))
    assert list(found.seconds) == ["capture", "import", "compile", "simulation"]
    assert all(spent > 0 for spent in found.seconds.values())


@pytest.mark.parametrize("number, text", [
    (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (3 << 19, "1.5 MiB"),
    (1 << 34, "16.0 GiB"), (1 << 52, "4096.0 TiB")])
def test_bytes(number, text):
    assert timing.in_bytes(number) == text


def test_text():
    text = str(torch_matrix.explain(with_break, torch.randn(8, 8)))
    assert text.startswith("2 graphs, 1 graph break\ngraph break: ")
    for line in (r"graph 0: 3 operators on the accelerator, 1 in eager mode; 2 programs",
                 r"  in eager mode: aten\.special_airy_ai\.default \(.*\.py:\d+\) has no lowering to Linalg",
                 r"  program 0: \d+ cycles, 512 multiply-adds.*; pipes in %: \w+ \d+",
                 r"  program 0: DRAM \d+\.\d KiB of 16\.0 GiB, scratchpad \d+\.\d KiB of 1\.0 MiB",
                 r"seconds: capture \d+\.\d, import \d+\.\d, compile \d+\.\d, simulation \d+\.\d",
                 r"graph 1: 1 operator on the accelerator, 0 in eager mode; 1 program"):
        assert re.search(f"^{line}", text, re.MULTILINE), line


@pytest.mark.parametrize("options", [{"output": "check"}, {"output": "cpu"}])
def test_options(options):
    found = torch_matrix.explain(nn.ReLU(), torch.randn(4), options=options)
    timed, = found.graphs[0].programs
    memory, = found.graphs[0].memory
    assert (timed is None) == (memory is None) == (options["output"] == "cpu")


def test_without_cycles():
    found = torch_matrix.explain(nn.ReLU(), torch.randn(4), cycles=False)
    assert found.graphs[0].programs == [None] and "not simulated" in str(found)


def test_keyword_arguments_and_modules():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 4)

        def forward(self, x, *, scale):
            return self.linear(x) * scale
    model, x = Model(), torch.randn(2, 4)
    found = torch_matrix.explain(model, x, scale=3.0)
    assert_close(found.results, model(x, scale=3.0))
    assert len(found.graphs) == 1 and not found.breaks


def test_later_compilations_warn_again():
    torch_matrix.explain(torch.special.airy_ai, torch.ones(4))
    with pytest.warns(torch_matrix.EagerWarning):
        torch.compile(torch.special.airy_ai, backend="matrix")(torch.ones(4))


def test_invalid_options():
    with pytest.raises(BackendCompilerFailed, match="unknown option 'speed'"):
        torch_matrix.explain(torch.relu, torch.ones(4), options={"speed": 1})

"""topk by ranks and by extraction."""

import pytest
import torch

import torch_matrix
from torch_matrix.compiler import machine
from torch_matrix.operators import sorting
from torch_matrix.options import Options


@pytest.fixture(params=[False, True], ids=["ranks", "steps"])
def choice(request, monkeypatch):
    monkeypatch.setattr(sorting, "prefers_steps", lambda *_: request.param)


@pytest.mark.parametrize("dtype", [
    torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int8])
@pytest.mark.parametrize("largest", [False, True])
def test_orders(choice, dtype, largest, assert_accelerated):
    x = torch.stack([torch.randperm(12) for row in range(5)]).sub(6).to(dtype)
    assert_accelerated(lambda x: (x.topk(3, -1, largest), x.topk(4, 0, largest)[0],
                                  x[0].topk(12, largest=largest)), x)


def test_zeros_keep_their_signs(choice):
    x = torch.tensor([-0.0, -1.0, -2.0])
    found = torch.compile(lambda x: x.topk(1), backend="matrix")(x)
    assert found.values.signbit().all() and found.indices == 0


@pytest.mark.parametrize("options, number", [({}, 4), ({"mcpu": "ring32"}, 32), ({"cores": 2}, 2),
                                             ({"mcpu": "edge"}, 1), ({"mcpu": "nope"}, 1)])
def test_cores(options, number):
    with machine.compiling_for(Options.of(options)):
        assert machine.cores() == number


@pytest.mark.parametrize("variant, is_extracted", [("base", True), ("ring32", False)])
def test_choice(variant, is_extracted):
    """Extraction takes 32,935 cycles on 4 cores and 46,845 on 32, ranks 85,403 and 11,035."""
    with machine.compiling_for(Options.of({"mcpu": variant})):
        assert sorting.prefers_steps(torch.zeros(1, 1024), 10, 1) == is_extracted


@pytest.mark.parametrize("compile", [
    lambda f, x, options: torch.compile(f, backend="matrix", options=options)(x),
    lambda f, x, options: torch_matrix.compile_to_mlir(f, x, options=options)])
def test_options_at_decompositions(compile, monkeypatch):
    seen = []
    monkeypatch.setattr(sorting, "cores", lambda: seen.append(machine.TARGET.get().mcpu) or 1)
    compile(lambda x: x.topk(2), torch.randn(3, 7), {"mcpu": "edge"})
    assert seen and set(seen) == {"edge"}

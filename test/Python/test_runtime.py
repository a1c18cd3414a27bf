"""Execution in the process: parameters in simulated DRAM, layouts, threads, signals."""

import os
import signal
import subprocess
import threading
import weakref

import numpy as np
import pytest
import torch
from torch import nn

import torch_matrix
from conftest import assert_close
from torch_matrix.compiler import service
from torch_matrix.runtime import capi, simulator

N = 160


def product(weight):
    model = nn.Linear(N, N, bias=False)
    model.weight = nn.Parameter(weight)
    return model, torch.compile(model, backend="matrix", dynamic=False)


def change_in_place(weight):
    weight.mul_(2)


def change_row_of_data(weight):
    weight.data[:] = torch.flip(weight.data, (0,))


def replace_data(weight):
    weight.data = torch.randn(N, N)


def change_one_element_of_data(weight):
    weight.data[3, 5] += 100


def change_by_numpy(weight):
    np.negative(weight.detach().numpy(), out=weight.detach().numpy())


@pytest.mark.parametrize("change", [
    change_in_place, change_row_of_data, change_one_element_of_data, replace_data,
    change_by_numpy])
@torch.no_grad()
def test_changes_of_parameters_take_effect(change):
    model, compiled = product(torch.randn(N, N))
    x = torch.randn(2, N)
    compiled(x)
    change(model.weight)
    assert_close(compiled(x), model(x))


@torch.no_grad()
def test_parameters_with_strides_or_nan():
    weight = torch.randn(N, 2 * N)[:, ::2].t()
    weight[3, 4] = float("nan")
    model, compiled = product(weight)
    x = torch.randn(2, N)
    for _ in range(2):
        assert_close(compiled(x), model(x))


@torch.no_grad()
def test_argument_at_the_place_of_another():
    """A new tensor may have the storage address of one that is gone."""
    compiled = torch.compile(lambda x: x * 2, backend="matrix", dynamic=False)
    for value in range(4):
        x = torch.full((N, N), float(value))
        assert_close(compiled(x), x * 2)
        del x


def test_inference_mode():
    with torch.inference_mode():
        model, compiled = product(torch.randn(N, N))
        for _ in range(2):
            x = torch.randn(N, N)
            assert_close(compiled(x), model(x))


@pytest.mark.parametrize("is_inside", [False, True])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_autocast(dtype, is_inside):
    """Around the call, or in the model; matrix products are narrow, and the norm is not."""
    model = nn.Sequential(nn.Linear(24, 32), nn.LayerNorm(32), nn.GELU(), nn.Linear(32, 8))
    x = torch.randn(4, 24)

    def narrow(x):
        with torch.autocast("cpu", dtype):
            return model(x)
    compiled = torch.compile(narrow if is_inside else model, backend="matrix")
    with torch.autocast("cpu", dtype, enabled=not is_inside):
        got = compiled(x)
    want = narrow(x)
    assert got.dtype == dtype
    assert_close(got, want)
    for result in (got, want):
        model.zero_grad()
        result.float().square().sum().backward()
        gradients = [parameter.grad for parameter in model.parameters()]
        if result is got:
            found = gradients
    for one, other in zip(found, gradients, strict=True):
        assert one.dtype == other.dtype
        torch.testing.assert_close(one, other, rtol=0.05, atol=0.02 * float(other.abs().max()))


@torch.no_grad()
def test_memory_of_arguments_is_released():
    compiled = torch.compile(lambda x: x * 2, backend="matrix", dynamic=False)
    x = torch.randn(N, N)
    compiled(x)
    storage = weakref.ref(x.untyped_storage())
    del x
    assert storage() is None


@pytest.mark.parametrize("layout", [
    lambda x: x.t(), lambda x: x[:, ::2], lambda x: x[1:], lambda x: x.expand(3, 5, 6),
    lambda x: torch._neg_view(x), lambda x: x[:0], lambda x: x[2, 3]])
@torch.no_grad()
def test_layouts_of_arguments(layout):
    x = layout(torch.randn(5, 6))
    got = torch.compile(lambda y: y + 1, backend="matrix", dynamic=False)(x)
    assert_close(got, x + 1)
    assert got.stride() == (x + 1).stride()


def variants():
    command = [torch_matrix.tools.tool("matrix-compile"), "--mcpu=help"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in lines.splitlines() if line.startswith("  ")]


@torch.no_grad()
def test_calls_on_each_variant():
    model = nn.Sequential(nn.Linear(48, 40), nn.ReLU(), nn.Linear(40, 24))
    assert variants()
    for name in variants():
        torch._dynamo.reset()
        compiled = torch.compile(model, backend="matrix", options={"mcpu": name})
        for _ in range(3):
            x = torch.randn(20, 48)
            assert_close(compiled(x), model(x))


@torch.no_grad()
def test_threads_have_simulators_of_their_own():
    model, compiled = product(torch.randn(N, N))
    compiled(torch.randn(2, N))
    failures = []

    def work():
        for _ in range(5):
            x = torch.randn(2, N)
            try:
                with torch.no_grad():
                    assert_close(compiled(x), model(x))
            except BaseException as error:
                failures.append(error)
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@torch.no_grad()
def test_forked_process():
    model, compiled = product(torch.randn(N, N))
    x = torch.randn(2, N)
    want = compiled(x)
    child = os.fork()
    if not child:
        os._exit(0 if torch.equal(compiled(x), want) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert torch.equal(compiled(x), want)


class Alarm(Exception):
    pass


@torch.no_grad()
def test_signal_ends_a_run(monkeypatch):
    """A handler that raises an exception, as that of Ctrl-C does."""
    def handler(number, frame):
        raise Alarm

    def bind_inputs(self, inputs):
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        return bind(self, inputs)
    bind = simulator.Simulator.bind_inputs
    compiled = torch.compile(lambda x: x @ x, backend="matrix", dynamic=False)
    before = signal.signal(signal.SIGALRM, handler)
    monkeypatch.setattr(simulator.Simulator, "bind_inputs", bind_inputs)
    try:
        for _ in range(2):
            with pytest.raises(Alarm):
                compiled(torch.randn(1500, 1500, dtype=torch.float64))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    monkeypatch.setattr(simulator.Simulator, "bind_inputs", bind)
    x = torch.randn(4)
    assert_close(torch.compile(lambda x: x + 1, backend="matrix")(x), x + 1)


def test_gil_is_released():
    compiled = torch.compile(lambda x, y: x @ y, backend="matrix", dynamic=False)
    x = torch.randn(256, 256, dtype=torch.float64)
    compiled(x, x)
    turns, done = [], threading.Event()

    def count():
        while not done.wait(0.001):
            turns.append(1)
    thread = threading.Thread(target=count)
    thread.start()
    compiled(x, x)
    before = len(turns)
    compiled(x, x)
    done.set()
    thread.join()
    assert len(turns) - before > 3


def test_library_without_a_function(monkeypatch):
    monkeypatch.setitem(capi.FUNCTIONS, "walk", (None, []))
    with pytest.raises(torch_matrix.MatrixError,
                       match=r"libmatrix_sim.* has no function matrix_sim_walk; build it again"):
        capi.opened.__wrapped__(os.path.realpath(capi.tool("matrix-compile")))


def test_executable_that_is_damaged():
    with pytest.raises(torch_matrix.MatrixError, match="the simulator failed: program: error"):
        simulator.Simulator(b"\x7fELF", hazards=True)


def test_wrong_arguments():
    copy = "module { func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> " \
           "{ return %x : tensor<4xf32> } }"
    program = simulator.Simulator(service.build(copy, []), hazards=True)
    x, y = torch.arange(4.0), torch.empty(4)
    program.call([x], [y])
    assert torch.equal(x, y)
    with pytest.raises(ValueError):
        program.call([], [y])
    with pytest.raises(torch_matrix.MatrixError, match="has 16 bytes, not 8"):
        program.call([torch.ones(2)], [y])

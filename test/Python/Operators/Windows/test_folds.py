"""Windows taken out of images and added up: unfold, fold, istft and their gradients."""

import pytest
import torch
from torch.nn import functional as F

import torch_matrix
from conftest import check_gradients

# Kernel, dilation, padding, stride.
WINDOWS = [
    ((1, 8), 1, 0, (1, 2)), ((2, 3), 1, 0, (2, 3)), ((3, 3), 1, 1, 1), ((3, 2), 1, (1, 0), 2),
    ((3, 2), (2, 3), (2, 1), 1), ((2, 3), (2, 3), 1, (3, 2)), ((2, 1), 1, 0, (3, 4)),
    ((5, 4), 1, (2, 3), (2, 3)), ((1, 1), 1, 0, 1), ((3, 3), (1, 2), 2, (2, 3))]


def count(size, *window):
    return F.unfold(torch.zeros(1, 1, *size), *window).shape[-1]


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("window", WINDOWS)
def test_fold(window, batch):
    size, (rows, columns) = (9, 12), window[0]
    x = torch.randn(*batch, 2 * rows * columns, count(size, *window))
    check_gradients(lambda x: F.fold(x, size, *window), x)


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("window", WINDOWS)
def test_unfold(window, batch):
    check_gradients(lambda x: F.unfold(x, *window), torch.randn(*batch, 2, 9, 12))


@pytest.mark.parametrize("dim, size, step", [(0, 3, 2), (-1, 4, 4), (1, 2, 5), (1, 6, 1), (2, 3, 4)])
def test_gradients_of_windows(dim, size, step):
    check_gradients(lambda x: x.unfold(dim, size, step) * 2, torch.randn(6, 7, 9))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
def test_types(dtype, assert_accelerated):
    assert_accelerated(lambda x: F.fold(x, (9, 12), 3, padding=1), torch.randn(9, 108, dtype=dtype))
    assert_accelerated(lambda x: F.unfold(x, 3, padding=1), torch.randn(2, 9, 12, dtype=dtype))


def test_many_windows(assert_accelerated):
    assert_accelerated(lambda x: F.fold(x, (1, 100), (1, 70)), torch.randn(70, 31))
    assert_accelerated(lambda x: F.unfold(x, (1, 70)), torch.randn(1, 1, 100))


def test_istft(assert_accelerated):
    window, x = torch.hann_window(16), torch.randn(2, 128)
    spectrum = torch.view_as_real(torch.stft(x, 16, 4, window=window, return_complex=True))
    assert_accelerated(
        lambda x: torch.istft(torch.view_as_complex(x), 16, 4, window=window), spectrum)


def cycles(function, x):
    return sum(program.cycles for graph in torch_matrix.explain(function, x).graphs
               for program in graph.programs)


@pytest.mark.parametrize("function, x, limit", [
    (lambda x: F.fold(x.mT, (1, 280), (1, 32), stride=(1, 8)), torch.randn(1, 32, 32), 4000),
    (lambda x: F.unfold(x, 3), torch.randn(1, 16, 32, 32), 40000)])
def test_cycles(function, x, limit):
    """Sums at indices took 17,839 cycles, and elements at indices 57,857."""
    assert cycles(function, x) < limit

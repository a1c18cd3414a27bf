"""Constants that PyTorch creates in the model, and indices of 32 bits."""

import pytest
import torch
from torch.nn import functional as F

X = torch.linspace(-3, 3, 64).view(4, 16)
WINDOWS = [torch.hann_window, torch.hamming_window, torch.blackman_window, torch.bartlett_window,
           torch.kaiser_window]


@pytest.mark.parametrize("window", WINDOWS)
def test_windows(assert_accelerated, window):
    """They are literals: what uses them is not computed in eager mode."""
    assert_accelerated(lambda x: (x.unfold(1, 8, 4) * window(8), x * window(16, periodic=False),
                                  x.double() * window(16, dtype=torch.float64)), X)


def test_frequencies(assert_accelerated):
    assert_accelerated(lambda x: (x * torch.fft.fftfreq(16), x[:, :9] * torch.fft.rfftfreq(16, .5)),
                       X)


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int16, torch.int32])
def test_counters(assert_accelerated, dtype):
    assert_accelerated(lambda x: (torch.arange(16, dtype=dtype) * 2 + x,
                                  torch.bucketize(x, torch.arange(1, 9, 2, dtype=dtype))),
                       X.abs().to(dtype))


def test_indices_of_32_bits(assert_accelerated):
    rows, columns = (torch.tensor(each, dtype=torch.int32) for each in ([3, 0, -1], [2, 15, 7]))
    assert_accelerated(lambda x, i, j: (x[i], x[:, j], x[i, j], x[i, 2:5], F.embedding(j, x.T)),
                       X, rows, columns)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16, torch.float16])
def test_mantissas(assert_accelerated, dtype):
    tiny = torch.finfo(dtype).smallest_normal
    x = torch.tensor([0., -0., 1, -3.7, 1e-3, tiny, -tiny / 4, float("inf"), float("nan")])
    assert_accelerated(torch.frexp, torch.cat([X.flatten(), x]).to(dtype))

"""Types that programs do not have: PyTorch computes such operators, and programs
what stands between them."""

import pytest
import torch

import torch_matrix
from conftest import assert_close


def run(function, *inputs):
    return torch.compile(function, backend="matrix", dynamic=False)(*inputs)


def complex_numbers(z, x):
    spectrum = torch.fft.fft(x * 2 + 1)
    return (z * z.conj(), z.abs() + 1, z.real * 2 + z.imag, torch.view_as_real(z) * 3,
            spectrum, torch.polar(x.abs() + 1, x * 3), z * x, x / z, z.sum(), z == z,
            z @ z.mT, torch.where(x > 0, z, 1j), z[1:] * 2, torch.exp(z), z.conj())


def test_complex_numbers(runs):
    z, x = torch.randn(3, 3, dtype=torch.complex64), torch.randn(3, 3)
    got, want = run(complex_numbers, z, x), complex_numbers(z, x)
    assert runs
    for i, (a, b) in enumerate(zip(got, want, strict=True)):
        assert a.dtype == b.dtype and a.stride() == b.stride(), f"result {i}"
        torch.testing.assert_close(a, b, msg=lambda message: f"result {i}: {message}")


def test_changed_complex_inputs():
    def function(z, x):
        z.mul_(2)
        z[0] = x[0]
        return z + 1
    inputs = torch.randn(3, 2, dtype=torch.complex64), torch.randn(3, 2)
    copies = [tensor.clone() for tensor in inputs]
    torch.testing.assert_close(run(function, *inputs), function(*copies))
    torch.testing.assert_close(inputs[0], copies[0])


def test_gradients_of_complex_numbers():
    """They are lazy conjugates; factors are numbers."""
    def function(z, x):
        return (z.conj() * z).real, torch.view_as_real(z * (1 + 2j)), torch.fft.fft(x) * z
    operands = (torch.randn(3, 4, dtype=torch.complex64, requires_grad=True),
                torch.randn(3, 4, requires_grad=True))
    loss = [lambda results: sum(y.abs().square().sum() for y in results),
            lambda results: (results[2] * 1j).conj().imag.sum()]
    for of in loss:
        torch._dynamo.reset()
        found = [torch.autograd.grad(of(each(*operands)), operands, allow_unused=True)
                 for each in (lambda *inputs: run(function, *inputs), function)]
        for got, want in zip(*found, strict=True):
            torch.testing.assert_close(got, want)


@pytest.mark.parametrize("dtype", [
    torch.float8_e4m3fn, torch.float8_e5m2, torch.uint16, torch.uint32, torch.uint64])
def test_other_types(dtype, runs):
    def function(x):
        y = x.float() * 2 + 1
        return y, y.to(dtype).float() * 3
    x = torch.tensor([0, 1, 3, 7, 100.0]).to(dtype)
    for got, want in zip(run(function, x), function(x), strict=True):
        assert_close(got, want)
    assert runs


def test_constants_of_16_bits():
    constants = [torch.tensor([1.5, 2, 3]).to(dtype)
                 for dtype in (torch.bfloat16, torch.float16)]

    def function(x):
        return x + constants[0], x + constants[1]
    x = torch.randn(3)
    for got, want in zip(run(function, x), function(x), strict=True):
        assert_close(got, want)


def test_export_names_operator_and_type():
    """Complex arguments are views of real tensors, which PyTorch creates."""
    class Squared(torch.nn.Module):
        def forward(self, z):
            return (z * z).real
    with pytest.raises(torch_matrix.UnsupportedGraph,
                       match=r"operator aten\.view_as_real\.default .*complex64.*PyTorch"):
        torch_matrix.export_linalg(Squared(), (torch.ones(2, dtype=torch.complex64),))


def test_types_that_fakes_have_wrong():
    """The fakes of running averages of bf16 are f32."""
    def function(x, scale, mean, variance):
        return torch.ops.aten._batch_norm_with_update(
            x, scale, scale, mean, variance, 0.1, 1e-5)
    x, one = torch.randn(4, 5, 3).bfloat16(), torch.ones(5).bfloat16()
    averages = [torch.zeros(5).bfloat16(), torch.ones(5).bfloat16()]
    copies = [tensor.clone() for tensor in averages]
    got, want = run(function, x, one, *averages), function(x, one, *copies)
    for a, b in zip([got[0], *averages], [want[0], *copies], strict=True):
        assert_close(a, b)


def test_means_of_integers(assert_accelerated):
    """In another type than that of the elements."""
    assert_accelerated(lambda x: (x.mean(0, dtype=torch.float32), x.mean(dtype=torch.float64),
                                  x.bool().mean((0, 1), dtype=torch.bfloat16)),
                       torch.arange(-5, 7).reshape(3, 4))

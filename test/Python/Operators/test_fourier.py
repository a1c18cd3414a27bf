"""Complex numbers as pairs, and Fourier transforms as products."""

import pytest
import torch


@pytest.mark.parametrize("extent, norm", [
    (6, "ortho"), (7, "forward"), (134, "backward"),    # twice a large prime
    (200, "ortho")])
def test_transforms(assert_accelerated, extent, norm):
    def function(x):
        spectrum = torch.fft.rfft(x, norm=norm)
        return (spectrum, torch.fft.irfft(spectrum, extent, norm=norm),
                torch.fft.fft(x, norm=norm), torch.fft.hfft(x, norm=norm),
                torch.fft.ihfft(x, norm=norm))
    assert_accelerated(function, torch.randn(2, extent))


def test_transforms_of_several_dimensions(assert_accelerated):
    def function(x, z):
        return (torch.fft.fftn(z), torch.fft.ifft2(z, (5, 3)), torch.fft.rfftn(x),
                torch.fft.irfftn(z), torch.fft.fft2(x, dim=(0, 2)))
    assert_accelerated(function, torch.randn(3, 4, 5),
                       torch.randn(3, 4, 5, dtype=torch.complex64))


def test_short_time_transform(assert_accelerated):
    assert_accelerated(lambda x, w: torch.stft(x, 8, window=w, return_complex=True),
                       torch.randn(40), torch.hann_window(8))


@pytest.mark.parametrize("extent", [6, 8, 96])
def test_real_elements_of_spectra(assert_accelerated, extent):
    """Their angles are 0 or pi, not -pi."""
    x = -torch.rand(3, extent)
    assert_accelerated(lambda x: (torch.fft.rfft(x).angle()[:, ::extent // 2],
                                  torch.fft.fft(x).imag[:, ::extent // 2]), x)


def test_directions_and_logarithms(assert_accelerated):
    z = torch.randn(3, 4, dtype=torch.complex64)
    z[0, 0], z[1, 1] = 0, -2
    places = torch.tensor([2, 0])
    assert_accelerated(lambda z: (z.sgn(), z.log(), z.cumsum(1), z.index_select(0, places),
                                  z.gather(1, places.expand(3, 2)), z.log2(), z.log10()), z)


def test_numbers_and_conversions(assert_accelerated):
    z = torch.randn(3, 4, dtype=torch.complex64)
    z[0, 0] = 0
    add, sub, mul, div = (getattr(torch.ops.aten, name).Scalar for name in ("add", "sub", "mul", "div"))
    assert_accelerated(lambda z: (add(z, 2, 3), sub(z, 1.5), mul(z, -2), mul(z, 1j), div(z, 3 + 1j), z != 0,
                                  z.float(), z.bool(), z.int(), z + 2j, z == z[0]), z)


def test_imaginary_parts_of_conjugates(assert_accelerated):
    assert_accelerated(lambda x: (torch.fft.ifft(x).imag, torch.fft.fft(x).conj().imag * 2),
                       torch.randn(3, 8))


def test_changes_of_parts(assert_accelerated):
    def function(z):
        z = z.clone()
        z.real.mul_(2)
        z.imag[0] = 0
        return z * z
    assert_accelerated(function, torch.randn(3, 4, dtype=torch.complex64))


def test_bytes(assert_accelerated):
    x = torch.arange(240, 252, dtype=torch.uint8).reshape(3, 4)
    assert_accelerated(lambda x: (torch.fft.irfft2(x), torch.complex(x / 2, x / 3) * x), x)


def test_double(assert_accelerated):
    assert_accelerated(torch.fft.fft, torch.randn(12, dtype=torch.float64))


def test_arithmetic(assert_accelerated):
    def function(z, x):
        return (z * z.conj(), z + 2 * x, z - 1j, z / 2, z / x, z.abs(), z.angle(),
                torch.polar(x, x), torch.complex(x, -x), z @ z.mT, z == z, z.sum(0),
                torch.cat([z, z]), torch.where(x > 0, z, 1j), x.to(torch.complex64),
                torch.view_as_real(z) * 3, z.real * 2 + z.imag)
    assert_accelerated(function, torch.randn(3, 3, dtype=torch.complex64),
                       torch.randn(3, 3))


def test_quotients_and_exponentials(assert_accelerated):
    def function(z, x):
        return (z.exp(), z / z.mT, x / z, z / (1 + 2j), 1 / z, z.reciprocal(), (1j * x).exp())
    assert_accelerated(function, torch.randn(3, 3, dtype=torch.complex64), torch.randn(3, 3))
    assert_accelerated(function, torch.randn(3, 3, dtype=torch.complex128),
                       torch.randn(3, 3, dtype=torch.float64))


def test_exceptional_numbers():
    """Zeros, infinities, NaN, and parts of different magnitude."""
    parts = torch.tensor([0.0, -0.0, 1.0, -2.5, torch.inf, -torch.inf, torch.nan, 1e30, 1e-30])
    z = torch.complex(*torch.meshgrid(parts, parts, indexing="ij")).flatten()
    for function in (torch.exp, lambda z: z / z.unsqueeze(1), lambda z: parts[2] / z):
        got = torch.compile(function, backend="matrix", dynamic=False,
                            options={"strict": True})(z)
        torch.testing.assert_close(got, function(z), equal_nan=True, rtol=1e-5, atol=1e-30)


def test_views_and_conjugates(assert_accelerated):
    def function(z):
        y = z.conj() * 2
        return y.mT[1:], y.conj(), y.flip(0).reshape(-1), y.imag
    assert_accelerated(function, torch.randn(2, 3, dtype=torch.complex64).conj())


def test_views_alone_are_not_reported(recwarn):
    compiled = torch.compile(torch.view_as_complex, backend="matrix")
    compiled(torch.randn(3, 2))
    assert not [one for one in recwarn if one.category.__name__ == "EagerWarning"]


def test_promotion(assert_accelerated):
    """Integers with complex numbers, and operands of rank 0 and of other precision."""
    assert_accelerated(lambda i, z, w: (
        i * 2j, i + (1 + 2j), (i > 0) * 1j, i / 2j, 2j - i, i * z, z * w, i.double() * w,
        z.sum(dtype=torch.complex128), z.mean(0, dtype=torch.complex128)),
        torch.tensor([1, 2, -3]), torch.randn(3, dtype=torch.complex64),
        torch.tensor(1 - 2j, dtype=torch.complex128))


def test_reductions_and_powers(assert_accelerated):
    assert_accelerated(lambda z, x: (
        z.std(0), x ** z, z ** 3, z ** -0.5, z.prod(1), z.cumprod(1), z.any(0), z[0].dot(z[1]),
        torch.sub(z, x, alpha=1j)), torch.randn(2, 3, dtype=torch.complex64), torch.rand(2, 3))


def test_product_of_no_elements():
    z = torch.zeros(0, 3, dtype=torch.complex64)
    got = torch.compile(lambda z: (2 * z).prod(0), backend="matrix")(z)
    torch.testing.assert_close(got, z.prod(0))


def test_fallback_of_statistics():
    def function(z, x):
        return *torch.var_mean(z, 0), x.sum(dtype=torch.complex64)
    z, x = torch.randn(3, 4, dtype=torch.complex64), torch.rand(3, 4)
    compiled = torch.compile(function, backend="matrix")
    for got, want in zip(compiled(z, x), function(z, x), strict=True):
        torch.testing.assert_close(got, want)


@pytest.mark.parametrize("functions", [
    (torch.sqrt, torch.tanh, torch.cos), (torch.rsqrt, torch.sin, torch.expm1, torch.isnan),
    (torch.tan, torch.sinh, torch.exp2), (torch.cosh, torch.log1p)])
def test_functions(functions):
    """Numbers near zeros, and those of which one part is not finite."""
    parts = torch.tensor([0.0, -0.0, 1.0, -2.5, 1e-4, torch.inf, -torch.inf, torch.nan])
    z = torch.complex(parts.repeat(2), torch.tensor([0.0, 1.0]).repeat_interleave(8))
    got = torch.compile(lambda z: [each(z) for each in functions], backend="matrix",
                        dynamic=False, options={"strict": True})(z)
    torch.testing.assert_close(got, [each(z) for each in functions], equal_nan=True,
                               rtol=1e-5, atol=1e-9)


def test_sigmoid(assert_accelerated):
    z = torch.tensor([-90 + 50j, 90 - 1j, 0, 1 + 3j, -2j])
    assert_accelerated(torch.sigmoid, z)


def test_matrices_before_checks(assert_accelerated):
    """A check that raises an error leaves complex numbers in the program."""
    assert_accelerated(lambda z, x: (z @ z.mH, torch.linalg.cholesky(x @ x.mT + torch.eye(2))),
                       torch.randn(2, 2, dtype=torch.complex64), torch.randn(2, 2))


def test_assignments(assert_accelerated):
    """Columns of complex numbers become a number."""
    def function(x):
        y = x.clone()
        y[:, 2:4] = 3.0
        return y
    assert_accelerated(function, torch.randn(4, 5, dtype=torch.complex64))


def check_gradients(function, *inputs):
    """Operands and results are real, and no operator runs in eager mode."""
    compiled = torch.compile(function, backend="matrix", dynamic=False,
                             options={"strict": True})
    operands = [x.requires_grad_() for x in inputs]
    found = [torch.autograd.grad(each(*operands).square().sum(), operands)
             for each in (compiled, function)]
    torch.testing.assert_close(*found, rtol=1e-4, atol=1e-4)


def test_gradients_of_slices():
    """Low frequencies have weights, as in Fourier neural operators. What is kept for the
    backward pass is a conjugate whose strides leave elements out."""
    def function(x, weight):
        kept = torch.fft.rfft(x)[:, :, :3]
        found = torch.zeros(2, 3, 5, dtype=torch.complex64)
        found[:, :, :3] = torch.einsum("bix,iox->box", kept, torch.view_as_complex(weight))
        return torch.fft.irfft(found, n=8)
    check_gradients(function, torch.randn(2, 2, 8), torch.randn(2, 3, 3, 2))


def test_gradients_of_elements():
    places = torch.tensor([[1, 1, 2], [0, 1, 0]])

    def function(x):
        z = torch.fft.fft(x)
        y = z * 1
        y[:, [1, 3]] = 1j
        y[:, 4:6].copy_(y[:, :2] * 2)
        return torch.cat([part.abs() for part in (
            z[:, places[0]], z.gather(1, places), z[:, 5:].repeat(1, 2), y)], 1)
    check_gradients(function, torch.randn(2, 8))

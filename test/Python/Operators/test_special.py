"""Special functions and recurrent layers, against eager mode."""

import itertools

import pytest
import torch
from torch import nn

from conftest import assert_close

NAN, INF = float("nan"), float("inf")
POINTS = torch.tensor([-9.4, -2.5, -1, -.3, 0, 1e-3, .4, 1, 1.5, 2, 7.7, 17, 19, 60,
                       NAN])
special = torch.special


@pytest.mark.parametrize("function", [
    torch.digamma, torch.lgamma, torch.erfc, special.erfcx, special.log_ndtr,
    torch.i0, special.i0e, special.i1, special.i1e, special.bessel_j0,
    special.bessel_j1, special.bessel_y0, special.bessel_y1,
    special.modified_bessel_k0, special.modified_bessel_k1,
    special.scaled_modified_bessel_k0, special.spherical_bessel_j0])
def test_functions(function):
    """In parts: the tolerance is a share of the largest value."""
    def parts(x):
        return tuple(map(function, x.split(5)))
    compiled = torch.compile(parts, backend="matrix", dynamic=False)
    for got, want in zip(compiled(POINTS), parts(POINTS), strict=True):
        assert_close(got, want)


@pytest.mark.parametrize("function", [torch.erfinv, special.ndtri])
def test_inverses(assert_matches_eager, function):
    points = torch.tensor([-1.1, -1, -.999, -.3, -1e-4, 0, 5e-3, .1, .5, .9999, 1, 2])
    assert_matches_eager(function, points)


@pytest.mark.parametrize("function", [torch.erfinv, special.ndtri])
def test_accuracy_of_inverses(function):
    """Close to both ends of the domain, in units of the last place."""
    near_0 = torch.logspace(-37, -1, 200)
    points = torch.cat([near_0, 1 - near_0, torch.linspace(.01, .99, 200)])
    points = points[points < 1]
    compiled = torch.compile(function, backend="matrix", dynamic=False)
    want = function(points.double())
    assert ((compiled(points).double() - want).abs() <= 6 * 2 ** -24 * want.abs()).all()


@pytest.mark.parametrize("order", [0, 1, 2, 3])
def test_polygamma(assert_matches_eager, order):
    x = torch.tensor([-4.3, -.5, .3, 1, 2, 40])
    assert_matches_eager(lambda x: torch.polygamma(order, x), x)


def test_poles(assert_accelerated):
    """And numbers near them. Each has another magnitude."""
    def function(x):
        return [y for of_x in (torch.polygamma(1, x), torch.digamma(x), torch.lgamma(x))
                for y in of_x.unbind()]
    assert_accelerated(function, torch.tensor([-2, -0., -1e-30, INF, -INF, NAN]))


def test_large_arguments(assert_accelerated):
    assert_accelerated(lambda x: special.scaled_modified_bessel_k0(x).unbind(),
                       torch.tensor([1e4, 1e12, 1e30]))


@pytest.mark.parametrize("function", [
    torch.copysign, torch.nextafter, torch.fmin, torch.fmax, torch.hypot])
def test_pairs(assert_matches_eager, function):
    a = torch.tensor([1., -0., 0, NAN, 2, -3, INF, 1e-45, -1e30])
    b = torch.tensor([-0., 1, -1, 2, NAN, -3, 1, -1, 1e30])
    assert_matches_eager(function, a, b)


@pytest.mark.parametrize("function", [torch.signbit, torch.angle, torch.isinf])
def test_signs(assert_matches_eager, function):
    assert_matches_eager(function, torch.tensor([1., -0., 0, -2, INF, -INF, NAN]))


@pytest.mark.parametrize("layer", [nn.RNN, nn.LSTM, nn.GRU])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_recurrent_layers(assert_matches_eager, layer, bidirectional):
    """In one graph, not in eager mode."""
    model = layer(6, 8, 1, bidirectional=bidirectional).eval()
    x = torch.randn(4, 2, 6)
    assert_matches_eager(lambda x: model(x)[0], x)
    assert torch._dynamo.explain(model)(x).graph_break_count == 0


def test_lstm_in_bfloat16(assert_matches_eager):
    model = nn.LSTM(6, 8, batch_first=True, bias=False).bfloat16().eval()
    assert_matches_eager(lambda x: model(x)[0], torch.randn(2, 3, 6).bfloat16())


@pytest.mark.parametrize("function", [
    special.hermite_polynomial_h, special.hermite_polynomial_he,
    special.laguerre_polynomial_l, special.legendre_polynomial_p])
def test_polynomials(assert_accelerated, function):
    """Polynomials of degrees in a tensor, and of a constant degree."""
    x = torch.tensor([-2.5, -1, -.3, 0, .4, 1])
    n = torch.tensor([3, 5, 12, 4, 1, 0, -1, 2.9]).unsqueeze(1)
    assert_accelerated(function, x, n)
    assert_accelerated(lambda x: function(x, 6), x)


def test_large_degree(assert_accelerated):
    assert_accelerated(special.hermite_polynomial_h, torch.zeros(2), torch.tensor([5, 129.]))


@pytest.mark.parametrize("function", [torch.igamma, torch.igammac])
def test_incomplete_gamma(assert_accelerated, function):
    a = torch.tensor([-1, 0, 1e-3, .5, 3, 40, 2000, INF, NAN])
    x = torch.tensor([-1, 0, 1e-4, .7, 3, 35, 45, 1990, 2100, INF, NAN])
    assert_accelerated(function, a.unsqueeze(1), x)


NARROW = [
    lambda x, y: torch.copysign(x, y), lambda x, y: torch.copysign(x, -2.0),
    lambda x, y: torch.copysign(x.int(), -2), lambda x, y: torch.lgamma(x.int())]
SINGLE = [
    lambda x, y: special.zeta(x + 1, y), lambda x, y: special.zeta(3., x),
    lambda x, y: special.chebyshev_polynomial_t(x, y)]


@pytest.mark.parametrize("function, dtype", [
    *itertools.product(NARROW, [torch.float16, torch.bfloat16]),
    *itertools.product(SINGLE, [torch.float32])])
def test_rank_0_widens_nothing(assert_matches_eager, function, dtype):
    assert_matches_eager(function, torch.tensor([.5, 2.]).to(dtype),
                         torch.tensor(1.5).double())


def test_nothing_to_compute(assert_matches_eager):
    assert_matches_eager(torch.igamma, torch.empty(0, 2), torch.empty(0, 2))


def test_degrees_are_truncated(assert_matches_eager):
    x = torch.tensor([.5, 2.])
    assert_matches_eager(lambda x: special.chebyshev_polynomial_u(x, -.5), x)
    assert_matches_eager(special.chebyshev_polynomial_t, x, torch.tensor([-.5, -1.5]))

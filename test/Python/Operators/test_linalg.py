"""Factorizations of matrices and systems of linear equations."""

import pytest
import torch

import torch_matrix
from conftest import assert_close

ROWS_AND_COLUMNS = [(4, 4), (5, 3), (2, 3, 5)]


@pytest.mark.parametrize("shape", ROWS_AND_COLUMNS)
def test_lu(assert_accelerated, shape):
    def function(a):
        packed, exchanges, info = torch.linalg.lu_factor_ex(a)
        return packed, exchanges, info, torch.lu_unpack(packed, exchanges), \
            torch.linalg.lu(a)
    assert_accelerated(function, torch.randn(shape))


@pytest.mark.parametrize("shape", ROWS_AND_COLUMNS)
@pytest.mark.parametrize("mode", ["reduced", "complete", "r"])
def test_qr(assert_accelerated, shape, mode):
    assert_accelerated(lambda a: torch.linalg.qr(a, mode), torch.randn(shape))


def test_qr_of_a_triangular_matrix(assert_accelerated):
    """There is nothing to reflect."""
    assert_accelerated(torch.linalg.qr, torch.randn(3, 3).triu())


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
def test_reflections(assert_accelerated, left, transpose):
    def function(a, b):
        packed, scales = torch.geqrf(a)
        return packed, scales, torch.linalg.householder_product(packed, scales), \
            torch.ormqr(packed, scales, b, left, transpose)
    assert_accelerated(function, torch.randn(4, 3), torch.randn(4, 4))


@pytest.mark.parametrize("upper", [True, False])
def test_cholesky(assert_accelerated, upper):
    def function(a, b):
        factor = torch.linalg.cholesky(a, upper=upper)
        return factor, torch.cholesky_inverse(factor, upper), \
            torch.cholesky_solve(b, factor, upper)
    root = torch.randn(2, 4, 4)
    assert_accelerated(function, root @ root.mT + torch.eye(4), torch.randn(2, 4, 3))


def test_matrix_that_is_not_positive():
    compiled = torch.compile(torch.linalg.cholesky, backend="matrix")
    with pytest.raises(torch.linalg.LinAlgError, match="minor of order 2"):
        compiled(torch.diag(torch.tensor([1., -1, 1])))


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangular(assert_accelerated, left, upper, unit):
    def function(a, b):
        return torch.linalg.solve_triangular(
            a, b, upper=upper, left=left, unitriangular=unit)
    assert_accelerated(function, torch.randn(3, 3) + 3 * torch.eye(3),
                       torch.randn(2, 3, 3))


def test_equations(assert_accelerated):
    def function(a, b):
        packed, exchanges = torch.linalg.lu_factor(a)
        return (torch.linalg.solve(a, b), torch.linalg.solve(a, b[..., 0]),
                torch.linalg.inv(a), torch.linalg.solve(a, b.mT, left=False),
                torch.linalg.lu_solve(packed, exchanges, b, adjoint=True),
                torch.linalg.lu_solve(packed, exchanges, b.mT, left=False))
    assert_accelerated(function, torch.randn(2, 3, 3) + 2 * torch.eye(3),
                       torch.randn(2, 3, 2))


def test_singular_matrix():
    compiled = torch.compile(torch.linalg.inv, backend="matrix")
    with pytest.raises(torch.linalg.LinAlgError, match="singular"):
        compiled(torch.zeros(2, 2))


def test_determinants(assert_accelerated):
    assert_accelerated(lambda a: (torch.linalg.det(a), *torch.linalg.slogdet(a)),
                       torch.randn(3, 4, 4))


def test_exponential(assert_accelerated):
    factors = torch.tensor([0, .1, 1, 5]).view(4, 1, 1)
    assert_accelerated(torch.linalg.matrix_exp, torch.randn(4, 3, 3) * factors)


def test_exponential_of_f64():
    x = torch.tensor([[0.9, 0.1], [-0.2, 0.7]], dtype=torch.float64)
    got = torch.compile(torch.linalg.matrix_exp, backend="matrix", dynamic=False)(x)
    torch.testing.assert_close(got, torch.linalg.matrix_exp(x), rtol=1e-14, atol=0)


def test_large_matrices_run_in_eager_mode():
    a = torch.randn(40, 40)
    with pytest.warns(torch_matrix.EagerWarning, match="linalg_qr"):
        got = torch.compile(torch.linalg.qr, backend="matrix")(a)
    assert torch.equal(got[1], torch.linalg.qr(a)[1])


@pytest.mark.parametrize("upper", [True, False])
def test_cholesky_of_an_indefinite_matrix(assert_accelerated, upper):
    root = torch.randn(2, 4, 4)
    positive = root @ root.mT + torch.eye(4)
    assert_accelerated(lambda a: torch.cholesky(a, upper), positive)
    with pytest.raises(torch.linalg.LinAlgError, match="minor of order 1"):
        torch.compile(torch.cholesky, backend="matrix")(-positive[0])


@pytest.mark.parametrize("shape", [(1, 1), (4, 4), (5, 3), (2, 3, 5)])
def test_singular_values(assert_accelerated, shape):
    def function(a):
        return torch.linalg.svdvals(a), torch.linalg.matrix_norm(a, "nuc"), \
            torch.linalg.matrix_rank(a), torch.linalg.pinv(a)
    a = torch.randn(shape)
    a[..., 0] = a[..., -1]  # a singular matrix
    assert_accelerated(function, a)


@pytest.mark.parametrize("UPLO", ["L", "U"])
def test_eigenvalues(assert_accelerated, UPLO):
    """Also of a diagonal matrix, and of one with equal elements."""
    a = torch.stack([torch.randn(5, 5), torch.eye(5), torch.ones(5, 5)])
    assert_accelerated(lambda a: torch.linalg.eigvalsh(a, UPLO), a)


def test_inverse_of_a_symmetric_singular_matrix(assert_accelerated):
    root = torch.randn(4, 2)
    assert_accelerated(lambda a: torch.linalg.pinv(a, hermitian=True, rtol=1e-4),
                       root @ root.mT)


def test_systems_after_each_other():
    """Solving one takes slices without elements, which do not divide the program."""
    def function(a, b):
        for _ in range(3):
            b = torch.linalg.solve(a, b) + 1
        return b
    a, b = torch.randn(4, 4), torch.randn(4, 2)
    found = torch_matrix.explain(function, a, b, options={"strict": True})
    assert len(found.graphs[0].programs) == 1
    assert_close(found.results, function(a, b))

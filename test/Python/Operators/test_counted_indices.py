"""Operators that write at indices of one dimension and count those of the others."""

import pytest
import torch


@pytest.mark.parametrize("shape, dim, selected", [
    ((30, 61), 1, (30, 50)), ((25, 61), 0, (40, 53)), ((2, 3, 13, 20), 2, (2, 3, 9, 20)),
    ((4, 1, 5, 6), 3, (3, 1, 5, 7)), ((3, 9, 1), 1, (3, 20, 1)), ((2, 5, 4), -1, (2, 3, 9))])
def test_elements_of_a_dimension(assert_accelerated, shape, dim, selected):
    """The index may have fewer elements than the other dimensions."""
    index = torch.randint(shape[dim], selected)
    assert_accelerated(lambda x, i, s: (x.scatter_add(dim, i, s), x.scatter(dim, i, 3)),
                       torch.randn(shape), index, torch.randn(selected))


def test_index_of_an_element_out_of_range():
    """In a part that only the last core has."""
    compiled = torch.compile(lambda x, i: x.scatter_add(1, i, x), backend="matrix",
                             options={"strict": True})
    index = torch.zeros(64, 32, dtype=torch.int64)
    index[63, 31] = -1
    with pytest.raises(IndexError, match="out of range"):
        compiled(torch.randn(64, 32), index)


@pytest.mark.parametrize("dim", [1, 2])
def test_slices_of_a_dimension(assert_accelerated, dim):
    x, index = torch.randn(6, 5, 7), torch.tensor([1, 4, 1])
    source = torch.randn(6, 5, 7).narrow(dim, 0, 3)
    assert_accelerated(lambda x, i, s: (x.index_add(dim, i, s),
                                        x.index_copy(dim, i[:2], s.narrow(dim, 0, 2))),
                       x, index, source)


def test_truth_values(assert_accelerated):
    index, x = torch.randint(6, (5, 40)), torch.rand(6, 9) < 0.5
    values = torch.rand(40, 9) < 0.5
    assert_accelerated(lambda x, i, v: (x.scatter(1, i[:, :1], True), x.index_add(0, i[0], v),
                                        x.index_put((i[0],), v, True)), x, index, values)

"""Grouped products: groups of rows end at positions that depend on data. Groups are empty,
all rows are in one, and rows after the last group are zero."""

import pytest
import torch
from torch.nn import functional as F

ENDS = [[2, 2, 5, 9], [0, 0, 0, 9], [9, 9, 9, 9], [1, 3, 6, 9]]


def ends(numbers):
    return torch.tensor(numbers, dtype=torch.int32)


def by_loop(rows, matrices, offs):
    """As the operator of the package transformers, which the tests do not install."""
    result, start = rows.new_zeros(rows.shape[0], matrices.shape[2]), 0
    for matrix, end in zip(matrices, offs.tolist()):
        result[start:end] = rows[start:end] @ matrix
        start = end
    return result


@pytest.fixture
def fallback():
    if not hasattr(torch.ops.transformers, "grouped_mm_fallback"):
        custom = torch.library.custom_op(
            "transformers::grouped_mm_fallback", by_loop, mutates_args=(),
            schema="(Tensor input, Tensor weight, Tensor offs) -> Tensor")
        custom.register_fake(
            lambda rows, matrices, offs: rows.new_empty(rows.shape[0], matrices.shape[2]))
    return torch.ops.transformers.grouped_mm_fallback


@pytest.mark.parametrize("numbers", ENDS)
def test_rows(numbers, assert_accelerated):
    rows, matrices = torch.randn(9, 8).bfloat16(), torch.randn(4, 8, 16).bfloat16()
    assert_accelerated(lambda a, b, offs: F.grouped_mm(a, b, offs=offs), rows, matrices,
                       ends(numbers))


@pytest.mark.parametrize("shapes, numbers", [
    (((3, 8), (4, 8, 16)), [0, 1, 1, 3]), (((4, 8, 16), (16, 16)), [2, 2, 5, 16]),
    (((8, 16), (16, 16)), [2, 2, 5, 16])], ids=["fewer-rows", "columns", "shared"])
def test_shapes(shapes, numbers, assert_accelerated):
    a, b = (torch.randn(shape).bfloat16() for shape in shapes)
    assert_accelerated(lambda a, b, offs: F.grouped_mm(a, b, offs=offs), a, b, ends(numbers))


def test_batches(assert_accelerated):
    a, b = torch.randn(4, 8, 16).bfloat16(), torch.randn(4, 16, 8).bfloat16()
    assert_accelerated(F.grouped_mm, a, b)


@pytest.mark.parametrize("count, numbers", [(9, ENDS[0]), (3, [0, 1, 1, 2])])
def test_operator_of_a_library(count, numbers, fallback, assert_accelerated):
    """The last row of three is in no group."""
    assert_accelerated(fallback, torch.randn(count, 8), torch.randn(4, 8, 16), ends(numbers))


def test_infinite_matrix_of_another_group(fallback, assert_accelerated):
    matrices = torch.randn(4, 8, 16)
    matrices[1] = torch.inf
    assert_accelerated(fallback, torch.randn(9, 8), matrices, ends([2, 2, 5, 9]))

"""Operators that write at indices, sort or accumulate, against eager mode."""

import pytest
import torch

from torch_matrix.operators import scatter

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("accumulate", [False, True])
def test_index_put_between_slices(assert_matches_eager, accumulate):
    def put(x, i, j, values):
        return torch.ops.aten.index_put(x, [None, i, j], values, accumulate)
    indices = torch.tensor([[0, -1], [1, 2]]), torch.tensor([2, 0])
    assert_matches_eager(put, torch.randn(3, 4, 5), *indices, torch.randn(3, 2, 2))


def test_separate_index_dimensions(assert_matches_eager):
    def put(x, i, values):
        x = x.clone()
        x[i, :, i] = values
        return x
    assert_matches_eager(put, torch.randn(4, 3, 4), torch.tensor([0, 3]),
                         torch.randn(2, 3))


def test_mask(assert_matches_eager):
    def put(x):
        x = x.clone()
        x[x > 0] = 7
        return x
    assert_matches_eager(put, torch.randn(5, 6))


def test_mask_of_some_dimensions(assert_accelerated):
    """Values may differ in the other ones."""
    def put(x, row, column):
        rows, both = row > 0, column > 0
        y, z, w, v = (x.clone() for _ in range(4))
        y[:, rows], z[:, :, both], w[rows[:2], :] = 7, row[:3, None], column
        return y, z, w, torch.ops.aten.index_put(v, [None, rows], column[None, None], True)
    assert_accelerated(put, torch.randn(2, 3, 4), torch.randn(3), torch.randn(4))


@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("include_self", [False, True])
def test_scatter_reduce(assert_matches_eager, reduce, include_self):
    def scatter(x, index, source):
        return x.scatter_reduce(1, index, source, reduce, include_self=include_self)
    index = torch.tensor([[0, 0, 2, 0], [3, 1, 3, 3]])
    source = torch.randn(3, 5)
    source[0, 0] = NAN
    assert_matches_eager(scatter, torch.randn(2, 4), index, source)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int64,
                                   torch.bool])
def test_index_add(assert_matches_eager, dtype):
    x, source = torch.randn(5, 4) * 3, torch.randn(3, 4) * 3
    assert_matches_eager(lambda x, i, source: x.index_add(0, i, source),
                         x.to(dtype), torch.tensor([1, 4, 1]), source.to(dtype))


def test_last_write_wins(assert_matches_eager):
    assert_matches_eager(lambda x, i, v: x.index_put((i,), v), torch.zeros(6),
                         torch.tensor([2, 2, 5, 2]), torch.arange(4.))


@pytest.mark.parametrize("index", [[0, 9], [0, -7]])
def test_index_out_of_range(index):
    compiled = torch.compile(lambda x, i: x.index_put((i,), torch.ones(2)),
                             backend="matrix", dynamic=False)
    with pytest.raises(Exception, match="out of (range|bounds)"):
        compiled(torch.zeros(6), torch.tensor(index))


def test_masked_scatter(assert_matches_eager):
    x = torch.randn(4, 5)
    assert_matches_eager(lambda x, v: x.masked_scatter(x > 0, v), x, torch.randn(20))


SCANS = [torch.cumsum, torch.cumprod, torch.logcumsumexp,
         lambda x, dim: torch.cummax(x, dim)[0], lambda x, dim: torch.cummax(x, dim)[1],
         lambda x, dim: torch.cummin(x, dim)[1]]


@pytest.mark.parametrize("scan", SCANS)
def test_scans(assert_matches_eager, scan):
    x = torch.randn(7, 3)
    x[2, 0], x[4, 1], x[1, 2] = NAN, INF, -INF
    x[5] = x[3]
    assert_matches_eager(lambda x: scan(x, 0), x)


@pytest.mark.parametrize("dtype", [torch.int32, torch.bool, torch.bfloat16])
def test_sums_of_types(assert_matches_eager, dtype):
    assert_matches_eager(lambda x: x.cumsum(1), (torch.randn(3, 9) * 2).to(dtype))


@pytest.mark.parametrize("dtype, extent", [(torch.int8, 50), (torch.uint8, 50),
                                           (torch.int16, 40000), (torch.int16, 70000)])
def test_sums_of_extreme_integers(assert_matches_eager, dtype, extent):
    """Sums of 70,000 times -32768 exceed 32 bits."""
    limits = torch.iinfo(dtype)
    x = torch.full((2, extent), limits.max, dtype=dtype)
    x[1] = limits.min
    assert_matches_eager(lambda x: x.cumsum(1)[:, -3:], x)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("part", [0, 1])
def test_sort(assert_matches_eager, descending, part):
    x = torch.tensor([[2., NAN, -1, 2, INF, 0], [-0., 0, NAN, NAN, -INF, 1]])
    assert_matches_eager(
        lambda x: torch.sort(x, dim=1, descending=descending,
                             stable=True)[part], x)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", [torch.float16, torch.float64, torch.int32, torch.int16, torch.uint8, torch.bool])
def test_sort_of_types(assert_accelerated, dtype, descending):
    """With equal elements, the least and the greatest numbers."""
    x = (torch.randn(3, 20) * 3).to(torch.float64 if dtype.is_floating_point else torch.int64)
    info = torch.finfo(dtype) if dtype.is_floating_point else \
        torch.iinfo(torch.uint8 if dtype == torch.bool else dtype)
    x[0, 3:5], x[0, 9] = info.max, info.min
    if dtype.is_floating_point:
        x[1, 2], x[1, 5:7], x[2, 1:9:3] = -INF, INF, NAN
    assert_accelerated(lambda x: torch.sort(x, dim=1, descending=descending, stable=True), x.to(dtype))


@pytest.mark.parametrize("shape, k", [((1, 64), 8), ((4, 30), 20), ((1, 600), 12)])
def test_topk_of_many(assert_accelerated, shape, k):
    """By comparisons of all pairs, or one element after the other."""
    x = torch.randperm(shape[0] * shape[1]).view(shape).float()
    assert_accelerated(lambda x: torch.topk(x, k), x)


@pytest.mark.parametrize("size", [20, 1100])
def test_topk(assert_matches_eager, size):
    x = torch.randn(2, size)
    x[0, 3] = -INF
    assert_matches_eager(lambda x: torch.topk(x, 4)[0], x)
    assert_matches_eager(lambda x: torch.topk(x, 3, largest=False)[1], x)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.int64, torch.int32, torch.uint8])
def test_topk_of_few_elements(assert_accelerated, dtype):
    """Some are equal, and some are the least or the greatest numbers of the type."""
    info = torch.finfo(dtype) if dtype.is_floating_point else torch.iinfo(dtype)
    x = torch.tensor([[3, info.min, 5, 3, info.max, 0], [info.min, 1, 2, 4, 1, info.min]],
                     dtype=torch.float64 if dtype.is_floating_point else torch.int64)
    x = x.to(dtype)
    assert_accelerated(lambda x: tuple(x.topk(k, 1, largest)[0] for k in (0, 1, 4, 6)
                                       for largest in (True, False)), x)
    assert_accelerated(lambda x: (x.topk(2, 0)[0], x[0].topk(2)[1], x[0, 0].topk(1)), x)


@pytest.mark.parametrize("largest", [True, False])
def test_topk_with_nan(assert_matches_eager, largest):
    """NaN is the greatest value: after infinity if the smallest elements are taken."""
    x = torch.full((3, 1100), NAN)
    x[0, 7:11] = torch.tensor([3., -INF, INF, 2])
    x[1, ::2] = torch.arange(550.)
    assert_matches_eager(lambda x: torch.topk(x[:2], 5, largest=largest)[0], x)
    assert_matches_eager(lambda x: torch.topk(x[0], 4, largest=False)[1], x)
    assert_matches_eager(lambda x: torch.topk(x[2], 4, largest=largest)[0], x)


def test_more_than_the_finite(assert_matches_eager):
    """Elements that were found are not found again."""
    x = torch.full((1, 1100), -INF)
    x[0, 5] = 1
    assert_matches_eager(lambda x: torch.topk(x, 3)[1].sort()[0].diff() > 0, x)


@pytest.mark.parametrize("operator", [torch.median, torch.nanmedian])
def test_median(assert_matches_eager, operator):
    x = torch.randn(3, 7)
    x[1, 2] = NAN
    assert_matches_eager(lambda x: operator(x, 1)[0], x)
    assert_matches_eager(lambda x: operator(x, 1)[1], x)


@pytest.mark.parametrize("dtype", [torch.int64, torch.int8, torch.uint8, torch.bool])
def test_mode(dtype, assert_accelerated):
    x = torch.randint(0, 4, (7, 16)).to(dtype)
    assert_accelerated(lambda x: (torch.mode(x), torch.mode(x, 0, keepdim=True), torch.mode(x[0, 0])), x)


@pytest.mark.parametrize("right", [False, True])
def test_searchsorted(assert_matches_eager, right):
    bounds = torch.tensor([-1., 0, 0, 2])
    x = torch.tensor([[0., -2, 2], [3, NAN, -1]])
    assert_matches_eager(lambda b, x: torch.searchsorted(b, x, right=right), bounds, x)
    assert_matches_eager(lambda b, x: torch.bucketize(x, b, right=right), bounds, x)


def test_nothing_to_write(assert_matches_eager):
    empty, index = torch.empty(0, 3), torch.empty(0, dtype=torch.int64)
    assert_matches_eager(lambda x, i, v: x.index_add(0, i, v) + 1, torch.ones(2, 3),
                         index, empty)
    assert_matches_eager(lambda x, i, v: x.index_copy(0, i, v), empty, index, empty)
    assert_matches_eager(lambda x: x.sort(0)[0], empty)


@pytest.mark.parametrize("reduce", ["amax", "amin", "prod"])
def test_truth_values(assert_matches_eager, reduce):
    x = torch.tensor([True, False, True, False])
    index = torch.tensor([0, 1, 3, 3])
    assert_matches_eager(lambda x, y: x.scatter_reduce(0, index, y, reduce,
                                                       include_self=False), x, ~x)


WRITES = {
    "scatter": lambda x, i, y: x.scatter(0, i, y),
    "scatter of a number": lambda x, i, y: x.scatter(0, i, 2.),
    "scatter_add": lambda x, i, y: x.scatter_add(0, i, y),
    "scatter_reduce": lambda x, i, y: x.scatter_reduce(0, i, y, "amax", include_self=False),
    "index_add": lambda x, i, y: x.index_add(0, i, y),
    "index_copy": lambda x, i, y: x.index_copy(0, i, y),
    "index_reduce": lambda x, i, y: x.index_reduce(0, i, y, "prod")}


@pytest.mark.parametrize("write", WRITES)
def test_negative_index_is_refused(write):
    compiled = torch.compile(WRITES[write], backend="matrix", options={"strict": True})
    with pytest.raises(Exception, match="out of (range|bounds)"):
        compiled(torch.zeros(5), torch.tensor([1, -1]), torch.ones(2))


def test_negative_index(assert_accelerated):
    assert_accelerated(lambda x, i, y: (
        x.index_put((i,), y), x.index_fill(0, i, 2.), x.put(i, y), x.take(i), x[i]),
        torch.randn(5), torch.tensor([1, -1]), torch.ones(2))


def test_operands_that_do_not_match_are_refused():
    compiled = torch.compile(lambda x, i, y: x.index_add(0, i, y), backend="matrix")
    with pytest.raises(Exception, match="source tensor shape must match"):
        compiled(torch.zeros(3), torch.tensor([1]), torch.tensor(2.))
    compiled = torch.compile(lambda x: (x > 0).argmax(), backend="matrix")
    with pytest.raises(Exception, match="bool input"):
        compiled(torch.zeros(3))


def test_search_promotes(assert_accelerated):
    """Floats in bounds of integers, and numbers of rank 0."""
    assert_accelerated(lambda b, x: (
        torch.searchsorted(b, 2.5), torch.bucketize(2.5, b), torch.bucketize(x, b),
        torch.searchsorted(x, b[1]), torch.bucketize(x[0].double(), x)),
        torch.tensor([1, 2, 3]), torch.tensor([.1, 2.5]))


@pytest.fixture
def elements(monkeypatch):
    """The calls that write elements one by one."""
    found, original = [], scatter.put_along

    def counting(*arguments):
        found.append(arguments)
        return original(*arguments)
    monkeypatch.setattr(scatter, "put_along", counting)
    return found


@pytest.mark.parametrize("reduce", ["sum", "amax", "mean"])
@pytest.mark.parametrize("shape, dim, of_slices", [
    ((4, 3), 0, True), ((2, 4, 3), 1, False), ((4, 1), 0, True), ((3, 4), -1, True)])
def test_indices_of_slices(assert_accelerated, elements, reduce, shape, dim, of_slices):
    """Expanded from one index for each slice, except if there is one for each batch."""
    sizes = list(shape)
    sizes[dim] = 6
    one = [extent if number == dim % len(shape) or not of_slices and number == 0 else 1
           for number, extent in enumerate(sizes)]
    index = torch.randint(shape[dim], one)

    def function(x, index, source):
        index = index.expand(source.shape)
        return (x.scatter_reduce(dim, index, source, reduce, include_self=False),
                x.gather(dim, index), x.scatter(dim, index, 2.0))
    assert_accelerated(function, torch.randn(shape), index, torch.randn(sizes))
    assert bool(elements) == (not of_slices)


def test_partly_expanded_indices(assert_accelerated):
    """The slices have more elements than the index."""
    index = torch.tensor([[2], [0], [2]])
    assert_accelerated(lambda x, index: (x.gather(0, index.expand(3, 2)),
                                         x.scatter(0, index.expand(3, 2), 5.0)),
                       torch.randn(4, 3), index)


def test_index_of_a_slice_out_of_range():
    compiled = torch.compile(lambda x, i: x.gather(0, i.expand(2, 3)), backend="matrix",
                             options={"strict": True})
    with pytest.raises(IndexError, match="out of range"):
        compiled(torch.randn(4, 3), torch.tensor([[1], [4]]))

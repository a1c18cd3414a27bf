"""Arguments of all types and layouts, and what functions do with them besides
computing: they return, change, alias or ignore them."""

import copy
import re

import pytest
import torch
from torch import nn
from torch.utils._pytree import tree_leaves

import torch_matrix
from conftest import assert_close

TYPES = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
         torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64]
SHAPES = [(), (1,), (0,), (0, 3), (3, 0), (2, 3), (1, 1, 5)]


def assert_same(function, *inputs):
    """Results, their layout, aliases and changed inputs are those of eager mode."""
    copies = copy.deepcopy(inputs)
    want = function(*copies)
    compiled = torch.compile(function, backend="matrix", dynamic=False)
    with torch.no_grad():
        got = compiled(*inputs)
    for a, b in zip(tree_leaves((got, inputs)), tree_leaves((want, copies)), strict=True):
        if not isinstance(b, torch.Tensor):
            assert a == b
            continue
        assert (a.dtype, a.shape, a.stride()) == (b.dtype, b.shape, b.stride())
        torch.testing.assert_close(a, b, equal_nan=True)
    assert aliases(got, inputs) == aliases(want, copies)


def aliases(results, inputs) -> list:
    """For each result, the first tensor that shares its storage, and its offset."""
    tensors = [leaf for leaf in tree_leaves((inputs, results))
               if isinstance(leaf, torch.Tensor)]
    storages = [tensor.untyped_storage().data_ptr() for tensor in tensors]
    return [(storages.index(storage) if storage else None, tensor.storage_offset())
            for storage, tensor in zip(storages, tensors)]


def tensor(shape, dtype):
    return (torch.randn(shape) * 5).to(dtype)


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_types(dtype):
    def function(x, y):
        return x + y, x == y, x.clone(), torch.where(x == y, x, y), x.sum(), x.t() * 2
    assert_same(function, tensor((3, 4), dtype), tensor((3, 4), dtype))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes(shape):
    def function(x, i):
        return (x + 1, x * i, x.sum(), x.unsqueeze(0), x.reshape(-1), i.float() - x,
                torch.relu(x), x.expand(2, *x.shape), x > 0, torch.cat([x.view(-1)] * 2))
    assert_same(function, tensor(shape, torch.float32), tensor(shape, torch.int64))


def test_numbers():
    def function(x, n, f, b, text):
        y = x * n + f if b else x
        return y, n + 1, f * 2, not b, text, [n, {"x": y}], None
    assert_same(function, torch.randn(3), 2, 1.5, True, "text")


def test_tensors_of_rank_zero():
    def function(x, i, z):
        return x * 2, i + 1, x + i, z[i], z * x, torch.stack([x, x]), x > i
    assert_same(function, torch.tensor(1.5), torch.tensor(2), torch.randn(4))


def test_types_together():
    def function(h, f, d, i, b):
        return h + f, f * d, i + f, b & (f > 0), i // 2, b.sum(), f.double() + d, i / 2
    assert_same(function, torch.randn(4).half(), torch.randn(4), torch.randn(4).double(),
                torch.randint(9, (4,)), torch.tensor([True, False, True, True]))


def test_arguments_without_use():
    assert_same(lambda x, y, z: z * 2, torch.randn(2), torch.randn(2, dtype=torch.complex64),
                torch.randn(2))
    assert_same(lambda x: torch.ones(3) * 2, torch.randn(2))


def test_arguments_as_results():
    assert_same(lambda x, y: (y, x, x + y, x.t(), y[1:], x.view(-1)),
                torch.randn(3, 3), torch.randn(3, 3))
    assert_same(lambda x: x, torch.randn(3))
    assert_same(lambda x: x.t(), torch.randn(3, 2))


def test_layouts():
    base = torch.randn(6, 4)

    def function(*inputs):
        return [part for x in inputs for part in (x * 2, x.t(), x.sum(0), x.contiguous())]
    assert_same(function, base.t(), base[::2, 1:], base[:1].expand(3, 4), base[1:])


def test_arguments_that_share_storage():
    def function(x, y, z):
        x.add_(1)
        return x + y.sum(), z * 2
    base, other = torch.randn(4, 4), torch.randn(4, 4)
    for tensors in ((base, base[1:], base.t()), (other, other, other)):
        assert_same(function, *tensors)


class Named(torch.Tensor):
    """Has functions of its own, but no operators."""


@pytest.mark.parametrize("is_transposed", [False, True])
def test_subclasses(is_transposed):
    def function(x):
        return (x * 2 + 1).relu(), x.t().sum(0), torch.mode(x)[0]
    x = torch.randn(3, 2)
    x = (x.t() if is_transposed else x).as_subclass(Named)
    got = torch.compile(function, backend="matrix")(x)
    for a, b in zip(got, function(x), strict=True):
        assert type(a) is type(b)
        assert_close(*(each.as_subclass(torch.Tensor) for each in (a, b)))


@pytest.mark.parametrize("is_trained", [False, True])
def test_nested_tensors(is_trained, recwarn):
    layer = nn.Linear(4, 3)
    compiled = torch.compile(lambda x: layer(x).relu() * 2, backend="matrix")
    for lengths in ((2, 3), (4, 1, 2)):
        x = torch.nested.nested_tensor([torch.randn(n, 4) for n in lengths], layout=torch.jagged)
        with torch.set_grad_enabled(is_trained):
            got = compiled(x)
        assert got.is_nested and torch.equal(got.offsets(), x.offsets())
        assert_close(got.values(), layer(x.values()).relu() * 2)
        if is_trained:
            layer.zero_grad()
            got.values().sum().backward()
            want, = torch.autograd.grad((layer(x.values()).relu() * 2).sum(), layer.weight)
            assert_close(layer.weight.grad, want)
    assert not [w for w in recwarn if w.category is torch_matrix.EagerWarning]


def test_changed_arguments():
    def function(x, y, i):
        x[1:, ::2] = y[0, 0]
        y.t().mul_(2)
        i += 1
        x.copy_(x + y)
        z = x.view(-1)
        z[3] = 9
        return z, y[:, 1], x is y
    assert_same(function, torch.randn(4, 4), torch.randn(4, 4), torch.arange(3))


class Stateful(nn.Module):
    """Running averages, a counter, and tied weights."""

    def __init__(self):
        super().__init__()
        self.norm, self.first, self.second = (
            nn.BatchNorm1d(4), nn.Linear(4, 4), nn.Linear(4, 4))
        self.second.weight = self.first.weight
        self.register_buffer("count", torch.tensor(0))
        self.register_buffer("window", torch.zeros(3, 4))

    def forward(self, x):
        self.count += 1
        self.window[1:] = self.window[:-1].clone()
        self.window[0] = x.mean(0)
        return self.second(self.first(self.norm(x))) + self.window.sum() / self.count


@pytest.mark.parametrize("training", [True, False])
def test_buffers_and_tied_weights(training):
    model = Stateful().train(training)
    reference = copy.deepcopy(model)
    compiled = torch.compile(model, backend="matrix", dynamic=False)
    with torch.no_grad():
        for _ in range(3):
            x = torch.randn(6, 4)
            torch.testing.assert_close(compiled(x), reference(x))
            for a, b in zip(model.state_dict().values(), reference.state_dict().values()):
                torch.testing.assert_close(a, b)
        for one in (model, reference):
            one.first.weight.mul_(2)
        torch.testing.assert_close(compiled(x), reference(x))


def test_inference_mode():
    with torch.inference_mode():
        assert_same(lambda x: (x * 2, x.t(), x), torch.randn(3, 2))


def test_autocast():
    def function(x, w):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return x @ w
    x, w = torch.randn(4, 4), torch.randn(4, 4)
    got = torch.compile(function, backend="matrix")(x, w)
    torch.testing.assert_close(got, function(x, w), rtol=2e-2, atol=2e-2)


def test_sizes_that_depend_on_data():
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True,
                                    capture_scalar_outputs=True):
        assert_same(lambda x: (x.nonzero() + 1, (x * 2).masked_select(x > 0).sum()),
                    torch.randn(8))
        assert_same(lambda x: x * x.sum().item() + 1, torch.ones(4))


class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))

    def forward(self, pair, nothing, number, named, negative):
        found = pair[0] * number + pair[1] * self.scale + named["x"]
        return -found if negative else found


def test_export_of_nested_arguments():
    """Numbers and None become constants of the program."""
    x, y, z = torch.rand(3, 2)
    model = Nested()
    linalg, values = torch_matrix.export_linalg(model, ((x, y), None, 3, {"x": z}, True))
    assert len(values) == 4
    for got, want in zip(values, (model.scale, x, y, z)):
        assert torch.equal(got, want)
    assert re.search(r"@main\((%arg\d+: tensor<2xf32>(, )?){4}\)", linalg)
    assert "func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>)" in \
        torch_matrix.compile_to_mlir(lambda pair, k: pair[0] * k + pair[1], ((x, y), 2.5))


def test_export_of_bags_whose_weights_can_be_trained():
    """Exported programs have no gradients, which the indices of maxima are for."""
    bags = torch.nn.EmbeddingBag(10, 4, mode="max")
    linalg, _ = torch_matrix.export_linalg(bags, (torch.tensor([1, 2, 3]), torch.tensor([0, 2])))
    assert "func.func @main" in linalg

"""Training: losses of 20 steps, gradients and buffers are those of eager mode."""

import copy
import warnings

import pytest
import torch
from torch import nn
from torch.nn import functional as F

import torch_matrix

STEPS = 20


class Block(nn.Module):
    """A transformer block between an embedding and a classifier."""

    def __init__(self, width=16):
        super().__init__()
        self.embedding = nn.Embedding(11, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(),
                                 nn.Linear(2 * width, width))

    def forward(self, tokens):
        x = self.embedding(tokens)
        q, k, v = (part.unflatten(-1, (2, -1)).transpose(1, 2)
                   for part in self.qkv(self.norms[0](x)).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).flatten(2))
        x = x + self.mlp(self.norms[1](x))
        return x @ self.embedding.weight.t()  # tied


def mlp():
    return nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 5))


def cnn():
    return nn.Sequential(nn.Conv2d(2, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Conv2d(4, 4, 3, stride=2), nn.Tanh(),
                         nn.AvgPool2d(2), nn.Flatten(), nn.Dropout(0.2), nn.Linear(4, 5))


MODELS = {
    "mlp": lambda: (mlp(), 0.1, torch.randn(8, 12), torch.randint(5, (8,))),
    "cnn": lambda: (cnn(), 0.1, torch.randn(4, 2, 12, 12), torch.randint(5, (4,))),
    "transformer": lambda: (Block(), 0.02, *torch.randint(11, (2, 2, 6))),
}


def train(model, function, rate, x, labels):
    optimizer = torch.optim.SGD(model.parameters(), lr=rate, momentum=0.9)
    torch.manual_seed(1)
    losses = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = F.cross_entropy(function(x).flatten(0, -2), labels.flatten())
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("name", MODELS)
def test_learns_as_in_eager_mode(name, runs):
    model, *task = MODELS[name]()
    reference = copy.deepcopy(model)
    want = train(reference, reference, *task)
    got = train(model, torch.compile(model, backend="matrix", dynamic=False), *task)
    assert want[-1] < want[0] / 2
    torch.testing.assert_close(got, want, rtol=1e-3, atol=1e-4)
    for a, b in zip(model.state_dict().values(), reference.state_dict().values()):
        torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-3)
    assert len(runs) >= 2 * STEPS


def test_whole_step_runs_in_programs(runs):
    """Loss and backward pass of a multilayer perceptron need nothing of eager mode."""
    model, _, x, labels = MODELS["mlp"]()

    def loss_of(x, labels):
        return ((model(x) - F.one_hot(labels, 5)) ** 2).mean()
    reference = copy.deepcopy(model)
    ((reference(x) - F.one_hot(labels, 5)) ** 2).mean().backward()
    with warnings.catch_warnings():
        warnings.simplefilter("error", torch_matrix.EagerWarning)
        torch.compile(loss_of, backend="matrix", options={"strict": True})(
            x, labels).backward()
    for a, b in zip(model.parameters(), reference.parameters()):
        torch.testing.assert_close(a.grad, b.grad)
    assert len(runs) == 2


def test_operator_without_lowering_in_the_backward_pass():
    def function(x):
        return F.pdist(x * 2).sum()
    x = torch.rand(4, 3, requires_grad=True)
    function(x).backward()
    want, x.grad = x.grad, None
    with pytest.warns(torch_matrix.EagerWarning, match=r"aten\._pdist_backward"):
        torch.compile(function, backend="matrix")(x).backward()
    torch.testing.assert_close(x.grad, want)


def test_changed_and_frozen_arguments():
    def function(x, frozen, w):
        frozen += 1
        return (x * w).sum() + frozen.sum()
    x, w = (torch.randn(3, 4, requires_grad=True) for _ in range(2))
    frozen = torch.zeros(4)
    torch.compile(function, backend="matrix")(x, frozen, w).backward()
    torch.testing.assert_close(x.grad, w.detach())
    assert torch.equal(frozen, torch.ones(4))


def test_sizes_of_batches():
    """The second size makes PyTorch capture graphs with symbolic sizes."""
    model = mlp()
    compiled = torch.compile(model, backend="matrix")
    for rows in (2, 5, 7):
        x = torch.randn(rows, 12)
        model.zero_grad()
        model(x).square().sum().backward()
        want = [parameter.grad.clone() for parameter in model.parameters()]
        model.zero_grad()
        compiled(x).square().sum().backward()
        for got, expected in zip(model.parameters(), want):
            torch.testing.assert_close(got.grad, expected, rtol=1e-4, atol=1e-4)


def test_sizes_of_norms():
    """Numbers are arguments of the symbolic backward pass, which is traced again."""
    model = nn.GroupNorm(3, 9)
    compiled = torch.compile(model, backend="matrix")
    for shape in ((2, 9, 3, 2), (2, 9, 1, 7)):
        x = torch.randn(shape, requires_grad=True)
        want, = torch.autograd.grad(model(x).square().sum(), x)
        got, = torch.autograd.grad(compiled(x).square().sum(), x)
        torch.testing.assert_close(got, want)


@pytest.mark.parametrize("model, shape", [
    (nn.Conv1d(3, 4, 3, padding=1), (2, 3, 9)),
    (nn.Conv1d(4, 4, 3, stride=3, groups=4), (2, 4, 10)),
    (nn.Conv2d(3, 4, 3, stride=2, padding=1), (2, 3, 8, 8)),
    (nn.Conv2d(4, 4, 3, groups=2, dilation=2), (1, 4, 7, 7)),
    (nn.Conv3d(2, 3, 2, padding=1), (1, 2, 4, 3, 4)),
    (nn.ConvTranspose1d(4, 4, 3, stride=2, output_padding=1, groups=2), (2, 4, 5)),
    (nn.ConvTranspose2d(3, 4, 3, stride=2, padding=1), (1, 3, 5, 5))], ids=str)
def test_gradients_of_convolutions(model, shape):
    x = torch.randn(shape, requires_grad=True)
    gradient = torch.randn_like(model(x))
    operands = [x, *model.parameters()]
    want = torch.autograd.grad(model(x), operands, gradient)
    compiled = torch.compile(model, backend="matrix", dynamic=False,
                             options={"strict": True})
    got = torch.autograd.grad(compiled(x), operands, gradient)
    torch.testing.assert_close(got, want, rtol=1e-4, atol=1e-4)

"""Operators on lists of tensors, and optimizers, which use them."""

import pytest
import torch

import torch_matrix  # noqa: F401
from conftest import assert_close

A = [torch.randn(3, 4), torch.randn(5), torch.randn(())]
B = [x.flip(0) if x.dim() else x + 1 for x in A]


def arithmetic(a, b):
    return (torch._foreach_add(a, b, alpha=0.5), torch._foreach_sub(a, 1.5),
            torch._foreach_mul(a, [1.0, 2.0, 3.0]), torch._foreach_div(a, torch.tensor(3.0)),
            torch._foreach_add(a, torch.tensor(2.0), alpha=3), torch._foreach_pow(2.0, a),
            torch._foreach_pow(b, 2), torch._foreach_lerp(a, b, 0.3),
            torch._foreach_lerp(a, b, torch._foreach_sigmoid(a)))


def bounds(a, b):
    return (torch._foreach_maximum(a, 0.25), torch._foreach_minimum(a, b), torch._foreach_max(a),
            torch._foreach_clamp_min(a, [0.0, 0.5, 1.0]), torch._foreach_clamp_max(a, b),
            torch._foreach_norm(a), torch._foreach_norm(b, 1), torch._foreach_norm(a, float("inf")))


def products(a, b):
    return (torch._foreach_addcmul(a, b, b, 0.5), torch._foreach_addcdiv(a, b, [x + 9 for x in b]),
            torch._foreach_addcmul(a, b, a, [1.0, 2.0, 3.0]), torch._foreach_mul(a, b),
            torch._foreach_sqrt(torch._foreach_abs(a)), torch._foreach_neg(b))


def changes(a, b):
    a, b = ([x.clone() for x in each] for each in (a, b))
    torch._foreach_copy_(b, a)
    torch._foreach_add_(b, 1)
    torch._foreach_zero_(a)
    return a, b


@pytest.mark.parametrize("function", [arithmetic, bounds, products, changes])
def test_lists(function, assert_accelerated):
    assert_accelerated(function, A, B)


OPTIMIZERS = {
    "SGD": lambda p: torch.optim.SGD(p, torch.tensor(0.1), momentum=0.9, foreach=True),
    "Adam": lambda p: torch.optim.Adam(p, 0.1, amsgrad=True),
    "AdamW": lambda p: torch.optim.AdamW(p, 0.1, foreach=True),
    "RMSprop": lambda p: torch.optim.RMSprop(p, 0.1, centered=True, momentum=0.5),
    "Adagrad": lambda p: torch.optim.Adagrad(p, 0.1, foreach=True),
}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers(name, recwarn):
    """Steps equal those of eager mode; steps and clipping run in programs."""
    made = []
    for compiler in (lambda f: f, lambda f: torch.compile(f, backend="matrix")):
        torch.manual_seed(0)
        weights = [torch.randn(3, 4, requires_grad=True), torch.randn(4, requires_grad=True)]
        optimizer = OPTIMIZERS[name](weights)

        def step():
            torch.nn.utils.clip_grad_norm_(weights, 1.0)
            optimizer.step()
        step = compiler(step)
        for _ in range(2):
            for weight in weights:
                weight.grad = weight.detach() * 2 + 1
            step()
        made.append([weight.detach() for weight in weights])
    for want, got in zip(*made, strict=True):
        assert_close(got, want)
    assert not [w for w in recwarn if w.category is torch_matrix.EagerWarning]

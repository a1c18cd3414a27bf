"""Operators that call subgraphs: their parts are compiled, or become part of the graph.
Option `strict` makes operators in eager mode an error."""

import pytest
import torch
from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.map import map as map_over
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch.compiler import nested_compile_region
from torch.nn.attention.flex_attention import create_block_mask, flex_attention
from torch.utils.checkpoint import checkpoint

import torch_matrix
from conftest import assert_close


def both(function, *inputs):
    """Results and gradients, of the backend and of eager mode."""
    compiled = torch.compile(function, backend="matrix", options={"strict": True})
    for each in (compiled, function):
        operands = [x.detach().clone().requires_grad_(x.requires_grad) for x in inputs]
        results = each(*operands)
        if any(x.requires_grad for x in inputs):
            results.sum().backward()
        yield results.detach(), *(x.grad for x in operands if x.requires_grad)


def check(function, *inputs):
    got, want = both(function, *inputs)
    for one, other in zip(got, want, strict=True):
        assert_close(one, other)


def nested(x):
    return torch.cond(x.max() > 1, lambda x: x + 1, lambda x: x @ x, (x,))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("is_trained", [False, True])
def test_cond(sign, is_trained, runs):
    def function(x):
        return torch.cond(x.sum() > 0, lambda x: x.sin() @ x, lambda x: x @ x * 3, (x,)) * 2
    check(function, (sign * torch.rand(4, 4)).requires_grad_(is_trained))
    assert len(runs) >= 3    # the condition, a branch, the product by 2


def test_nested_cond():
    def function(x):
        return torch.cond(x.sum() > 0, nested, lambda x: x.cos(), (x,))
    for scale in (0.5, 2, -1):
        check(function, scale * torch.rand(3, 3))


def test_cond_with_an_operator_in_eager_mode():
    def function(x):
        return torch.cond(x.sum() > 0, lambda x: x + torch.rand(4), torch.cos, (x,))
    x = torch.ones(4)
    with pytest.warns(torch_matrix.EagerWarning, match=r"aten\.rand\.default .* random"):
        torch.manual_seed(1)
        got = torch.compile(function, backend="matrix")(x)
    torch.manual_seed(1)
    assert_close(got, x + torch.rand(4))


def test_order_of_random_numbers():
    """The condition is computed by a program, and the last numbers are not."""
    def function(x):
        y = torch.cond((x @ x).sum() > 0, lambda x: x + torch.rand(4, 4), torch.cos, (x,))
        return y, torch.rand(4)
    x = torch.ones(4, 4)
    torch.manual_seed(1)
    got = torch.compile(function, backend="matrix")(x)
    torch.manual_seed(1)
    for one, other in zip(got, function(x), strict=True):
        assert_close(one, other)


def test_loop_of_one_value():
    check(lambda x: while_loop(lambda y: y.sum() < 30, lambda y: (y + 1,), (x,))[0],
          torch.rand(3, 4))


def test_loop_with_an_operator_in_eager_mode():
    def function(x):
        return while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + torch.special.airy_ai(x)),
                          (torch.tensor(0), x.T))[1]
    x = torch.ones(3, 4)
    with pytest.warns(torch_matrix.EagerWarning, match=r"aten\.special_airy_ai"):
        assert_close(torch.compile(function, backend="matrix")(x), function(x))


def test_map():
    check(lambda x, y: map_over(lambda row, y: row * y + 1, x, y),
          torch.randn(3, 4), torch.randn(4))


def test_scans():
    check(lambda x: scan(lambda carry, row: (carry + row, carry * row),
                         torch.zeros(4), x)[1], torch.randn(3, 4))
    check(lambda x: associative_scan(torch.mul, x, 0, combine_mode="generic"),
          torch.randn(5, 2))


def test_regions(runs):
    @nested_compile_region
    def region(x):
        return x.sin() @ x
    check(lambda x: region(region(x)) + 1, torch.randn(4, 4))
    assert len(runs) == 1


def test_checkpoint():
    check(lambda x: checkpoint(lambda x: (x @ x).sin(), x, use_reentrant=False),
          torch.randn(4, 4, requires_grad=True))


def heads():
    return [torch.randn(1, 2, 8, 4) for _ in range(3)]


@pytest.mark.parametrize("score", [
    None, lambda score, batch, head, i, j: score + (i - j) * 2.0 ** -head])
def test_flex_attention(score, runs):
    check(lambda q, k, v: flex_attention(q, k, v, score_mod=score), *heads())
    assert len(runs) == 1


def test_flex_attention_with_a_mask(runs):
    mask = create_block_mask(lambda batch, head, i, j: i >= j, None, None, 8, 8,
                             device="cpu", BLOCK_SIZE=8)
    check(lambda q, k, v, table: flex_attention(
        q, k, v, lambda score, batch, head, i, j: score + table[i, j], mask),
        *heads(), torch.randn(8, 8))
    assert len(runs) == 1

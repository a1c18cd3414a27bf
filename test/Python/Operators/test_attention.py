"""Attention with masks: values, gradients and strides of eager mode, in one graph."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils._pytree import tree_leaves

from conftest import assert_close

attend = F.scaled_dot_product_attention
INFINITY = float("inf")


def check(function, *shapes, dynamic=False):
    """function(q, k, v): one or more results. Heads are views, as of a linear layer."""
    heads = [torch.randn(batch, length, count, width).transpose(1, 2)
             for batch, count, length, width in shapes]
    compiled = torch.compile(function, backend="matrix", dynamic=dynamic, fullgraph=True,
                             options={"strict": True})
    found = []
    for each in (function, compiled):
        operands = [x.detach().requires_grad_() for x in heads]
        results = tree_leaves(each(*operands))
        torch.manual_seed(1)
        loss = sum((y * torch.randn(y.shape)).sum() for y in results)
        found.append(results + list(torch.autograd.grad(loss, operands)))
    for want, got in zip(*found, strict=True):
        assert got.stride() == want.stride()
        assert_close(got.detach(), want.detach())


SHAPES = (2, 4, 5, 8), (2, 4, 6, 8), (2, 4, 6, 8)
MASKED_ROW = torch.arange(5).unsqueeze(1) != 3    # its keys are all masked


def test_masks_of_truth_values():
    masks = (torch.rand(5, 6) > 0.4) & MASKED_ROW, torch.rand(4, 1, 6) > 0.4, \
        torch.rand(2, 1, 5, 6) > 0.4
    check(lambda *heads: [attend(*heads, attn_mask=mask) for mask in masks], *SHAPES)


def test_masks_of_numbers():
    numbers = torch.randn(5, 6)
    masks = torch.where(MASKED_ROW, numbers, -INFINITY), torch.randn(5, 1), \
        torch.where(torch.rand(4, 5, 6) > 0.4, numbers, -INFINITY), torch.randn(2, 4, 5, 6)
    check(lambda *heads: [attend(*heads, attn_mask=mask) for mask in masks], *SHAPES)


def test_causal():
    """Also with another mask, and with another scale."""
    mask = torch.randn(5, 6)
    check(lambda *heads: (attend(*heads, is_causal=True, scale=0.3),
                          attend(*heads, attn_mask=mask, is_causal=True)), *SHAPES)


def test_groups_of_heads():
    check(lambda *heads: attend(*heads, enable_gqa=True, is_causal=True),
          (2, 4, 5, 8), (2, 2, 6, 8), (2, 2, 6, 8))


def test_views_of_the_result():
    """With symbolic sizes. The strides of eager mode permit the view."""
    check(lambda *heads: attend(*heads, is_causal=True).transpose(1, 2).view(2, 5, 32),
          *SHAPES, dynamic=True)


def test_values_of_another_width():
    """PyTorch has another operator for them."""
    check(lambda *heads: attend(*heads), (2, 4, 5, 8), (2, 4, 6, 8), (2, 4, 6, 3))


CAUSAL, KEYS = torch.ones(5, 5).triu(1).bool(), torch.tensor([[0] * 5, [0, 0, 0, 1, 1]]).bool()


def check_layer(function, *layers, training: bool):
    """Values and, in training, gradients of one graph."""
    x, found = torch.randn(2, 5, 8), []
    nn.ModuleList(layers).train(training)
    compiled = torch.compile(function, backend="matrix", dynamic=False, fullgraph=True,
                             options={"strict": True})
    for each in (function, compiled):
        operand = x.clone().requires_grad_(training)
        with torch.set_grad_enabled(training):
            results = tree_leaves(each(operand))
        found.append([y.detach() for y in results])
        if training:
            found[-1] += torch.autograd.grad(sum(y.square().sum() for y in results), operand)
    for want, got in zip(*found, strict=True):
        torch.testing.assert_close(got, want, rtol=1e-4, atol=1e-5)


def test_multi_head_attention():
    """Causal, with a mask of keys, in layers with and without weights as results."""
    layer = nn.MultiheadAttention(8, 2, batch_first=True)
    mask = CAUSAL.expand(4, 5, 5)
    check_layer(lambda x: (
        layer(x, x, x, need_weights=False, attn_mask=CAUSAL, is_causal=True,
              key_padding_mask=KEYS)[0], *layer(x, x, x, attn_mask=mask)), layer,
        training=True)


@pytest.mark.parametrize("training", [False, True])
def test_encoder_with_masks(training):
    """PyTorch compares the mask with the causal one, which would divide the graph."""
    layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(
        8, 2, 16, dropout=0.0, batch_first=True), 1)
    check_layer(lambda x: (layers(x, mask=CAUSAL),
                           layers(x, mask=CAUSAL, src_key_padding_mask=KEYS)), layers,
                training=training)


def test_decoder_with_masks():
    layers = nn.TransformerDecoder(nn.TransformerDecoderLayer(
        8, 2, 16, dropout=0.0, batch_first=True), 1)
    check_layer(lambda x: layers(x, x * 0.5, tgt_mask=CAUSAL, memory_key_padding_mask=KEYS),
                layers, training=True)

#===- attention.py - fused transformer layers ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of fused attention: of scaled_dot_product_attention with its gradients,
and of the operators of nn.MultiheadAttention and nn.TransformerEncoderLayer, which PyTorch
calls in inference. A head computes softmax(Q K^T / sqrt(d)) V.

The forward pass of scaled_dot_product_attention also returns the logarithms of the sums of
exponentials, from which the backward pass computes the weights again. Rows whose keys are
all masked have weights 0."""

import torch
from torch.nn import functional
from torch.nn.modules import transformer

aten = torch.ops.aten

# Shapes of masks: of positions, of keys for each sequence, or of all scores.
OF_POSITIONS, OF_KEYS = 0, 1


def heads(x, count: int):
    """The sequences of each head."""
    return x.unflatten(-1, (count, -1)).transpose(1, 2)


def masked(scores, mask, mask_type):
    if mask is None:
        return scores
    mask = mask.bool()
    if mask_type == OF_KEYS:
        mask = mask.view(mask.shape[0], 1, 1, mask.shape[1])
    return torch.where(mask, float("-inf"), scores)


def multi_head_attention(query, key, value, embed_dim, num_head, qkv_weight, qkv_bias,
                         proj_weight, proj_bias, mask=None, need_weights=True,
                         average_attn_weights=True, mask_type=None):
    parts = [heads(functional.linear(x, weight, bias), num_head) for x, weight, bias in
             zip((query, key, value), qkv_weight.chunk(3), qkv_bias.chunk(3))]
    scores = (parts[0] * parts[0].shape[-1] ** -0.5) @ parts[1].transpose(-1, -2)
    weights = torch.softmax(masked(scores, mask, mask_type), -1)
    mixed = (weights @ parts[2]).transpose(1, 2).flatten(2)
    output = functional.linear(mixed, proj_weight, proj_bias)
    if not need_weights:
        return output, output.new_empty(0)
    return output, weights.mean(1) if average_attn_weights else weights


def encoder_layer(x, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias,
                  use_gelu, norm_first, eps, norm_weight_1, norm_bias_1, norm_weight_2,
                  norm_bias_2, ffn_weight_1, ffn_bias_1, ffn_weight_2, ffn_bias_2,
                  mask=None, mask_type=None):
    """Attention and feed-forward network, each with a residual sum and a normalization
    before it (norm_first) or after the sum."""
    def attend(x):
        return multi_head_attention(x, x, x, embed_dim, num_heads, qkv_weight, qkv_bias,
                                    proj_weight, proj_bias, mask, False, True,
                                    mask_type)[0]

    def forward(x):
        wide = functional.linear(x, ffn_weight_1, ffn_bias_1)
        wide = functional.gelu(wide) if use_gelu else functional.relu(wide)
        return functional.linear(wide, ffn_weight_2, ffn_bias_2)

    for layer, weight, bias in ((attend, norm_weight_1, norm_bias_1),
                                (forward, norm_weight_2, norm_bias_2)):
        def normalized(x):
            return functional.layer_norm(x, (embed_dim,), weight, bias, eps)
        x = x + layer(normalized(x)) if norm_first else normalized(x + layer(x))
    return x


# --- scaled_dot_product_attention -------------------------------------------------


def flash_attention(query, key, value, dropout_p=0.0, is_causal=False, *, attn_mask=None,
                    scale=None):
    key, value = (of_each_head(x, query.shape[1]) for x in (key, value))
    scores = scores_of(query, key, is_causal, attn_mask, scale)
    largest = scores.amax(-1, keepdim=True)
    if attn_mask is not None:
        largest = torch.where(largest == float("-inf"), 0.0, largest)
    powers = torch.exp(scores - largest)
    total = powers.sum(-1, keepdim=True)
    weights = powers / total
    if attn_mask is not None:
        weights = torch.where(total == 0, 0.0, weights)
    return weights.to(value.dtype) @ value, (largest + torch.log(total)).squeeze(-1)


def flash_attention_backward(grad, query, key, value, out, logsumexp, dropout_p, is_causal, *,
                             attn_mask=None, scale=None):
    wide, key_heads = logsumexp.dtype, key.shape[1]
    key, value = (of_each_head(x, query.shape[1]) for x in (key, value))
    scores = scores_of(query, key, is_causal, attn_mask, scale)
    sums = logsumexp.unsqueeze(-1)
    weights = torch.exp(scores - sums)
    if attn_mask is not None:
        weights = torch.where(sums == float("-inf"), 0.0, weights)
    mean = (grad.to(wide) * out.to(wide)).sum(-1, keepdim=True)
    difference = (grad @ value.transpose(-1, -2)).to(wide) - mean
    of_scores = (weights * difference * scale_of(query, scale)).to(query.dtype)
    of_key = of_scores.transpose(-1, -2) @ query
    of_value = weights.to(grad.dtype).transpose(-1, -2) @ grad
    return of_scores @ key, *(sum_of_heads(x, key_heads) for x in (of_key, of_value))


def scores_of(query, key, is_causal: bool, mask, scale):
    """Eager mode computes them in f32 for narrow elements."""
    wide = torch.promote_types(query.dtype, torch.float32)
    scores = (query @ key.transpose(-1, -2)).to(wide) * scale_of(query, scale)
    if mask is not None:
        scores = torch.where(mask, scores, float("-inf")) if mask.dtype == torch.bool \
            else scores + mask
    if is_causal:
        rows, columns = (torch.arange(extent) for extent in scores.shape[-2:])
        scores = torch.where(columns <= rows.unsqueeze(1), scores, float("-inf"))
    return scores


def scale_of(query, scale):
    return query.shape[-1] ** -0.5 if scale is None else scale


def of_each_head(x, count: int):
    """Heads of keys or values, each for as many heads of queries."""
    if x.shape[1] == count:
        return x
    return x.unsqueeze(2).expand(-1, -1, count // x.shape[1], -1, -1).flatten(1, 2)


def sum_of_heads(x, count: int):
    return x if x.shape[1] == count else x.unflatten(1, (count, -1)).sum(2)


# --- Capture ----------------------------------------------------------------------


def is_causal_mask(mask, is_causal=None, size=None):
    """Whether the caller says so, which is a hint only: the mask applies without it, too."""
    return is_causal is True


def trace_masks() -> None:
    """Layers compare masks with the causal one, where Dynamo would divide the graph. The
    replacement is that of all backends of the process."""
    torch.compiler.substitute_in_graph(transformer._detect_is_causal_mask)(is_causal_mask)


ATTENTION = {
    aten._scaled_dot_product_flash_attention_for_cpu.default: flash_attention,
    aten._scaled_dot_product_flash_attention_for_cpu_backward.default:
        flash_attention_backward,
    aten._native_multi_head_attention.default: multi_head_attention,
    aten._transformer_encoder_layer_fwd.default: encoder_layer,
}

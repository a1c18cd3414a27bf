#===- attention.py - fused transformer layers ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of the fused operators of nn.MultiheadAttention and
nn.TransformerEncoderLayer, which PyTorch calls in inference. A head computes softmax(Q
K^T / sqrt(d)) V, with the scale applied to Q before the product."""

import torch
from torch.nn import functional

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


ATTENTION = {
    aten._native_multi_head_attention.default: multi_head_attention,
    aten._transformer_encoder_layer_fwd.default: encoder_layer,
}

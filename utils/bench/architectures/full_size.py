#===- full_size.py - models without reduction -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Models in their full configuration: one decode step of a language model, whose cache of
keys and values is an argument.
"""

import torch
from torch import nn

from . import FULL_SIZE, architecture

PAST = 8  # tokens
SIZE = f"full, one decode step after {PAST} tokens"


class Step(nn.Module):
    """One token after those in a cache, and the cache that follows."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model

    def forward(self, token, *past):
        from transformers import DynamicCache
        cache = DynamicCache()
        for layer in range(len(past) // 2):
            cache.update(past[2 * layer], past[2 * layer + 1], layer)
        found = self.model(token, past_key_values=cache, use_cache=True)
        return found.logits, found.past_key_values.layers[-1].keys


def qwen3(dtype: torch.dtype):
    from transformers import Qwen3Config, Qwen3ForCausalLM
    config = Qwen3Config(vocab_size=151936, hidden_size=1024, intermediate_size=3072,
                         num_hidden_layers=28, num_attention_heads=16, num_key_value_heads=8,
                         head_dim=128, tie_word_embeddings=True, rope_theta=1e6)
    past = [torch.randn(1, 8, PAST, 128, dtype=dtype)
            for _ in range(2 * config.num_hidden_layers)]
    return Step(Qwen3ForCausalLM(config).to(dtype)), (
        torch.randint(0, config.vocab_size, (1, 1)), *past)


@architecture("Qwen3 0.6B", SIZE, FULL_SIZE)
def qwen3_f32():
    return qwen3(torch.float32)


@architecture("Qwen3 0.6B bf16", SIZE, FULL_SIZE)
def qwen3_bf16():
    return qwen3(torch.bfloat16)

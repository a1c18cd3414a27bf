#===- language.py - models of text and speech ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Models of text and speech, as the transformers package has them."""

import torch
from torch import nn

from . import architecture

WORDS = 100
SIZE = "width 64, 2 layers, 100 words, 16 tokens"
COMMON = {"vocab_size": WORDS, "num_hidden_layers": 2, "num_attention_heads": 4,
          "hidden_size": 64, "intermediate_size": 128}


def tokens(count: int = 16) -> torch.Tensor:
    return torch.randint(0, WORDS, (1, count))


class Called(nn.Module):
    """Calls a model with named arguments."""

    def __init__(self, model: nn.Module, *names: str, **others):
        super().__init__()
        self.model, self.names, self.others = model, names, others

    def forward(self, *inputs):
        return self.model(**dict(zip(self.names, inputs)), **self.others)[0]


@architecture("BERT", SIZE)
def bert():
    from transformers import BertConfig, BertModel
    return BertModel(BertConfig(**COMMON)), (tokens(),)


@architecture("GPT-2", SIZE)
def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel
    return GPT2LMHeadModel(GPT2Config(vocab_size=WORDS, n_embd=64, n_layer=2, n_head=4,
                                      n_positions=64)), (tokens(),)


def decoder(kind: str, **others):
    import transformers
    config = getattr(transformers, f"{kind}Config")(
        **COMMON, num_key_value_heads=2, max_position_embeddings=64,
        bos_token_id=1, eos_token_id=2, pad_token_id=0, **others)
    return getattr(transformers, f"{kind}ForCausalLM")(config)


@architecture("Llama", SIZE)
def llama():
    return decoder("Llama"), (tokens(),)


@architecture("Llama bf16", SIZE)
def llama_bf16():
    return decoder("Llama").to(torch.bfloat16), (tokens(),)


@architecture("Granite", SIZE)
def granite():
    return decoder("Granite", attention_multiplier=0.25, embedding_multiplier=6.0,
                   logits_scaling=4.0, residual_multiplier=0.5), (tokens(),)


@architecture("Qwen3", SIZE)
def qwen3():
    return decoder("Qwen3", head_dim=16), (tokens(),)


@architecture("T5", "width 64, 2 + 2 layers, 100 words, 16 and 8 tokens")
def t5():
    from transformers import T5Config, T5ForConditionalGeneration
    model = T5ForConditionalGeneration(T5Config(
        vocab_size=WORDS, d_model=64, d_kv=16, d_ff=128, num_layers=2, num_heads=4,
        decoder_start_token_id=0))
    return Called(model, "input_ids", "decoder_input_ids"), (tokens(), tokens(8))


@architecture("Whisper", "width 64, 2 + 2 layers, 16 mels, 64 frames, 8 tokens")
def whisper():
    from transformers import WhisperConfig, WhisperForConditionalGeneration
    model = WhisperForConditionalGeneration(WhisperConfig(
        vocab_size=WORDS, num_mel_bins=16, encoder_layers=2, decoder_layers=2,
        encoder_attention_heads=4, decoder_attention_heads=4, d_model=64, encoder_ffn_dim=128,
        decoder_ffn_dim=128, max_source_positions=32, max_target_positions=32, pad_token_id=0,
        bos_token_id=1, eos_token_id=2, decoder_start_token_id=1))
    return Called(model, "input_features", "decoder_input_ids"), (
        torch.randn(1, 16, 64), tokens(8))

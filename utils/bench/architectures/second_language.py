#===- second_language.py - models of text, speech and images ---------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The second held-aside set: models as the transformers package has them."""

import torch

from . import architecture as registered
from .language import COMMON, SIZE, WORDS, Called, tokens

SECOND = "held aside, second set"


def architecture(name: str, size: str = SIZE):
    return registered(name, size, group=SECOND)


def made(name: str, kind: str, **fields):
    """A model of the package with its configuration."""
    import transformers
    return getattr(transformers, name + kind)(getattr(transformers, f"{name}Config")(**fields))


@architecture("DistilBERT")
def distilbert():
    return made("DistilBert", "Model", vocab_size=WORDS, dim=64, n_layers=2, n_heads=4,
                hidden_dim=128, max_position_embeddings=64), (tokens(),)


@architecture("DeBERTa")
def deberta():
    return made("DebertaV2", "Model", **COMMON, relative_attention=True,
                pos_att_type=["c2p", "p2c"], max_position_embeddings=64,
                position_buckets=8), (tokens(),)


@architecture("BLOOM")
def bloom():
    return made("Bloom", "ForCausalLM", vocab_size=WORDS, hidden_size=64, n_layer=2,
                n_head=4), (tokens(),)


@architecture("Gemma 2")
def gemma2():
    return made("Gemma2", "ForCausalLM", **COMMON, num_key_value_heads=2, head_dim=16,
                sliding_window=8, max_position_embeddings=64), (tokens(),)


@architecture("GPT-NeoX")
def gpt_neox():
    return made("GPTNeoX", "ForCausalLM", **COMMON, max_position_embeddings=64), (tokens(),)


@architecture("OPT")
def opt():
    return made("OPT", "ForCausalLM", vocab_size=WORDS, hidden_size=64, ffn_dim=128,
                num_hidden_layers=2, num_attention_heads=4, word_embed_proj_dim=64,
                max_position_embeddings=64), (tokens(),)


@architecture("Mixtral", f"{SIZE}, 2 of 4 experts")
def mixtral():
    return made("Mixtral", "ForCausalLM", **COMMON, num_key_value_heads=2, num_local_experts=4,
                num_experts_per_tok=2, max_position_embeddings=64), (tokens(),)


@architecture("BART", "width 64, 2 + 2 layers, 100 words, 16 and 8 tokens")
def bart():
    model = made("Bart", "Model", vocab_size=WORDS, d_model=64, encoder_layers=2,
                 decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
                 encoder_ffn_dim=128, decoder_ffn_dim=128, max_position_embeddings=64)
    return Called(model, "input_ids", "decoder_input_ids"), (tokens(), tokens(8))


@architecture("FNet")
def fnet():
    return made("FNet", "Model", vocab_size=WORDS, hidden_size=64, num_hidden_layers=2,
                intermediate_size=128, max_position_embeddings=64), (tokens(),)


@architecture("Wav2Vec 2", "width 64, 2 layers, 2 convolutions, 400 samples")
def wav2vec2():
    return made("Wav2Vec2", "Model", **COMMON, conv_dim=(16, 16), conv_stride=(5, 4),
                conv_kernel=(10, 4), num_feat_extract_layers=2, num_conv_pos_embeddings=8,
                num_conv_pos_embedding_groups=4), (torch.randn(1, 400),)


@architecture("CLIP", "width 64, 2 + 2 layers, 32 x 32, patches of 8, 2 texts of 8 tokens")
def clip():
    sizes = {name: value for name, value in COMMON.items() if name != "vocab_size"}
    model = made("CLIP", "Model", projection_dim=32,
                 text_config={**COMMON, "max_position_embeddings": 16, "eos_token_id": 99},
                 vision_config={**sizes, "image_size": 32, "patch_size": 8})
    return Called(model, "input_ids", "pixel_values"), (
        torch.randint(0, WORDS, (2, 8)), torch.randn(1, 3, 32, 32))


@architecture("SegFormer", "widths 16 and 32, 2 stages of 1 layer, 32 x 32, 5 classes")
def segformer():
    return made("Segformer", "ForSemanticSegmentation", num_encoder_blocks=2, depths=[1, 1],
                sr_ratios=[2, 1], hidden_sizes=[16, 32], patch_sizes=[7, 3], strides=[4, 2],
                num_attention_heads=[1, 2], mlp_ratios=[2, 2], decoder_hidden_size=32,
                num_labels=5), (torch.randn(1, 3, 32, 32),)


@architecture("DINOv2", "width 64, 2 layers, 28 x 28, patches of 7")
def dinov2():
    return made("Dinov2", "Model", hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
                image_size=28, patch_size=7), (torch.randn(1, 3, 28, 28),)

#!/usr/bin/env python3
"""Text generation by transformers: a Granite-style decoder and GPT-2 with random weights.
`generate` is called as usual; with a static and with a dynamic cache, the tokens equal
those of eager mode.

    build/venv/bin/python examples/generate.py [--models granite gpt2]

Requires the package transformers (utils/setup --models).
"""

import argparse
import warnings

try:
    import torch
except ModuleNotFoundError:
    raise SystemExit("PyTorch is not installed in this Python; run utils/setup")
try:
    from transformers import (
        GPT2Config, GPT2LMHeadModel, GraniteConfig, GraniteForCausalLM)
except ModuleNotFoundError:
    raise SystemExit("transformers is not installed in this Python; run utils/setup --models")
import torch_matrix

WORDS, STEPS = 100, 4


def granite():
    return GraniteForCausalLM(GraniteConfig(
        vocab_size=WORDS, hidden_size=64, intermediate_size=128, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=64,
        attention_multiplier=0.25, embedding_multiplier=6.0, logits_scaling=4.0,
        residual_multiplier=0.5, bos_token_id=1, eos_token_id=2, pad_token_id=0))


def gpt2():
    return GPT2LMHeadModel(GPT2Config(
        vocab_size=WORDS, n_embd=64, n_layer=2, n_head=4, n_positions=64, bos_token_id=1,
        eos_token_id=2, pad_token_id=0))


MODELS = {"granite": granite, "gpt2": gpt2}


def generate(name: str, cache: str) -> None:
    torch.manual_seed(0)
    torch._dynamo.reset()
    model = MODELS[name]().eval()
    prompt = torch.randint(3, WORDS, (1, 5))
    options = {"max_new_tokens": STEPS, "min_new_tokens": STEPS, "do_sample": False,
               "cache_implementation": cache}
    eager = model.generate(prompt, **options)
    model.forward = torch.compile(model.forward, backend="matrix")
    tokens = model.generate(prompt, **options)
    print(f"{name}, {cache} cache:", tokens[0].tolist(), flush=True)
    assert torch.equal(tokens, eager), f"eager mode: {eager[0].tolist()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--models", nargs="+", choices=list(MODELS), default=list(MODELS))
    options = parser.parse_args()
    warnings.simplefilter("error", torch_matrix.EagerWarning)
    for name in options.models:
        for cache in ("static", "dynamic"):
            generate(name, cache)


if __name__ == "__main__":
    main()

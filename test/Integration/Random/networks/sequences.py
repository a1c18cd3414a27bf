#===- sequences.py - random networks on sequences ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random networks on sequences of tokens, of shape batch, tokens, width: projections,
attention in its usual forms, gated layers, norms, rotary embeddings, residuals and
movements, as importers of networks write them: batch products with broadcast weights,
heads as transposes of reshapes, softmax as four operations, a mask from loop indices."""

import random

from graph import grow, last_and_another
from networks import attention
from networks import sequence_layers as layers
from networks import sequence_movements as movements
from networks.sequence_graph import KINDS, Sequences, first_extents

LAYERS = [(layers.linear, 6), (layers.gated, 2), (layers.norm, 4), (layers.activation, 3),
          (layers.residual, 5), (layers.quantized, 1), (attention.attention, 5),
          (attention.rotary, 2), (attention.softmax, 1), (movements.token_slice, 2),
          (movements.width_slice, 2), (movements.concat, 2), (movements.gather, 1),
          (movements.mix, 1), (movements.insert, 1), (layers.pool, 1)]


def generate(seed: int):
    rng = random.Random(f"sequence {seed}")
    g = Sequences(rng, rng.choice(KINDS))
    g.add(g.argument(first_extents(rng), g.kind))
    made = grow(g, LAYERS, rng.randint(2, 6))
    results = last_and_another(g, made)
    return g.program(list(results.values()), seed)

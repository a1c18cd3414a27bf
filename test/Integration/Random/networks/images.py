#===- images.py - random networks on images ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random networks of convolutions, poolings, residuals, normalizations and movements on
images in one layout, NCHW or NHWC, as importers of networks write them: explicit pads,
wide accumulators that are truncated, requantization of i8. Images are larger than in
dags.py, so that operations take several blocks, are fused, and leave tensors in
scratchpads."""

import random

from graph import grow, last_and_another
from networks import image_layers as layers
from networks import image_movements as movements
from networks import image_windows as windows
from networks.image_graph import KINDS, Images, first_extents

LAYERS = [(windows.convolution, 8), (windows.pooling, 2), (layers.activation, 3),
          (layers.channel_vector, 3), (layers.residual, 5), (movements.swap, 2),
          (movements.channel_slice, 2), (movements.row_slice, 1), (movements.concat, 3),
          (movements.upsample, 1), (layers.excite, 1), (layers.normalize, 1),
          (movements.other_layout, 1), (movements.pixel_shuffle, 1)]


def generate(seed: int):
    rng = random.Random(f"image {seed}")
    g = Images(rng, rng.choice(KINDS), rng.random() < 0.35)
    g.add(g.argument(g.image(*first_extents(rng)), g.kind))
    made = grow(g, LAYERS, rng.randint(3, 7))
    results = last_and_another(g, made)
    if rng.random() < 0.2:
        value = layers.classifier(g, made[-1])
        results[value.name] = value
    return g.program(list(results.values()), seed)

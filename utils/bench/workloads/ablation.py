#===- utils/bench/workloads/ablation.py - programs without a technique ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A product, a convolution and models, compiled with plans that leave techniques out. A
technique can be left out if a plan without it is valid; others have no option: scalar
code instead of tiles, transfers that are not overlapped, groups that are not fused."""

from dataclasses import replace

from .convolutions import CONVOLUTIONS
from .exported_models import MODELS
from .matrix_products import SQUARE
from .workload import ALL

ABLATION = "Ablation"
STUDIED = [(SQUARE, "1024 bf16"), (CONVOLUTIONS, "3x3 64-64 56x56 bf16 NHWC"),
           (MODELS, "attention-heads-bf16"), (MODELS, "mobilenet-v2-f32")]

ONE_ROW = (r"registers = \[\d+, (\d+)\]", r"registers = [1, \1]")
NO_MULTICAST = (r", multicast = \d+", "")
# Each adds a technique to the one before.
STEPS = [("one core, one row of accumulators", 1, (ONE_ROW, NO_MULTICAST)),
         ("one core, register blocks", 1, ()),
         ("all cores, own loads", ALL, (NO_MULTICAST,)),
         ("all cores, multicast", ALL, ())]


def workloads(others: list) -> list:
    found = []
    for group, name in STUDIED:
        for original in (other for other in others if (other.group, other.name) == (group, name)):
            for step, cores, edits in STEPS:
                label = f"{name}: {step}"
                named = {"label": label} if group == MODELS else {"name": label}
                found.append(replace(original, group=ABLATION, cores=(cores,), edits=edits, **named))
    return found

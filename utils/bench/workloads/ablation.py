#===- utils/bench/workloads/ablation.py - programs without a technique ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Programs with some techniques of the compiler: each adds one to the one before, from
scalar code to all of them. A row disables the techniques of all later rows, so that
the quotient of two adjacent rows is the effect of one technique, given those before
it.
"""

from dataclasses import replace

from .convolutions import CONVOLUTIONS
from .exported_models import MODELS
from .matrix_products import SQUARE
from .workload import ALL

ABLATION = "Ablation"
STUDIED = [(SQUARE, "1024 bf16"), (CONVOLUTIONS, "3x3 64-64 56x56 bf16 NHWC"),
           (MODELS, "attention-heads-bf16"), (MODELS, "mobilenet-v2-f32")]

# The technique that each row adds to the one before, by its name for matrix-compile
# --disable.
STEPS = [("scalar code", ()), ("tiles", ("tiles",)), ("double buffering", ("overlap",)),
         ("register blocks", ("register-blocks",)), ("pipelined loops", ("pipelining",)),
         ("fusion", ("fusion",)), ("multicast", ("multicast",))]


def steps():
    """The label of each step, and what is disabled."""
    missing = [name for _, added in STEPS for name in added]
    for label, added in STEPS:
        missing = [name for name in missing if name not in added]
        yield label, tuple(missing)


def workloads(others: list) -> list:
    found = []
    for group, name in STUDIED:
        for original in (other for other in others if (other.group, other.name) == (group, name)):
            for step, disabled in steps():
                label = f"{name}: {step}"
                named = {"label": label} if group == MODELS else {"name": label}
                found.append(replace(original, group=ABLATION, cores=(ALL,), disabled=disabled, **named))
    return found

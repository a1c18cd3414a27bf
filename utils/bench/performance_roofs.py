#===- utils/bench/performance_roofs.py - bounds from shapes -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lower bounds of cycles that are computed from the shapes of a workload and from the
description, independently of the compiler and of the simulator. Products take macs /
(rate * cores) cycles, at the rate of the fastest contraction of their type, and DRAM
takes compulsory bytes / (bytes per cycle). The simulator's bounds must not exceed
these ones; of each resource the larger bound is shown.
"""

import json
import sys
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "test" / "Simulator" / "Timing" / "model"))

from description import Variant  # noqa: E402
from semantics import find  # noqa: E402
from work import macs_of  # noqa: E402

# Instructions read a few bytes, such as the addresses of arguments, without a slot of DRAM.
TOLERANCE = 1.001


class Roofs:
    def __init__(self, description: Path):
        self.description = json.loads(description.read_text())
        self.variant = lru_cache(None)(lambda cpu: Variant(self.description, cpu))

    def rate(self, cpu: str, element: str) -> Fraction:
        """Multiply-adds per cycle of the fastest contraction instruction."""
        variant, best = self.variant(cpu), Fraction(0)
        for facts in variant.instructions:
            node = find(facts.get("semantics"), "Contract")
            if node and f"Fmt{element.upper()}" == node["args"][1].get("format"):
                best = max(best, Fraction(macs_of(variant, facts), facts["timing"][cpu]["occupancy"]))
        return best

    def of(self, workload, cores: int) -> dict:
        """Cycles by resource. Without a DMA engine only products are bounded."""
        variant, found = self.variant(workload.variant), {}
        if workload.macs:
            found["mma"] = float(workload.macs / self.rate(workload.variant, workload.element) / cores)
        if variant.dma:
            found["dram"] = workload.compulsory / variant["DramBytes"]
        return found


def disagreement(own: dict, reported: dict) -> str:
    """Why the simulator's bounds cannot be right, given those of this file; or empty."""
    for key, what in (("mma", "products"), ("dram", "DRAM")):
        if key in own and reported.get(key, 0) > own[key] * TOLERANCE + 1:
            return (f"the simulator's bound by {what} is {reported[key]:.0f} cycles, the one computed from "
                    f"the shapes {own[key]:.0f}: one of the two is wrong")
    return ""


def combined(own: dict, reported: dict) -> dict:
    """The larger bound of each resource, the roof and the roof of whole tiles."""
    best = {**reported, **{key: max(value, reported.get(key, 0)) for key, value in own.items()}}
    rest = max(best.get("dram", 0), best.get("latency", 0))
    best["roof"] = max(best.get("mma", 0), rest)
    best["shape_roof"] = max(best.get("shape", best.get("mma", 0)), rest)
    return best

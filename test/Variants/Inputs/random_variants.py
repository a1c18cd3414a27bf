#===- random_variants.py - random accelerators -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""random_variants(seed, count) returns records of accelerators as texts: family variants
with random tiles, registers, cores, memories, features, divisions of work, queues and
timing. Errors in a record are left to matrix-tblgen.

    random_variants.py --seed 1 --count 8 > Random.td
"""

import argparse
import random

HEAD = 'include "Variants/Family.td"\n'

FEATURES = ["FeatureMmaFloat", "FeatureEwTypes", "FeatureFp8"]
KINDS = {"contraction": ["batch", "m", "n"], "elementwise": ["outer", "rows", "columns"],
         "reduction": ["outer", "rows", "columns"]}
# Values of parameters, from the smallest that is possible to a large one.
PARAMETERS = {
    "MmaCyclesPerRow": (1, 8), "MmaExtraLatency": (0, 90), "LdLines": (1, 8),
    "LdExtraLatency": (0, 60), "StLines": (1, 4), "EwBytes": (4, 1024),
    "EwExtraLatency": (0, 30), "SfuBytes": (4, 256), "SfuExtraLatency": (0, 60),
    "ReduceLatency": (0, 40), "ZeroLatency": (1, 12), "ElementLatency": (1, 40),
    "DmaLines": (1, 8), "DramBytes": (1, 512), "DramLatency": (0, 700),
    "BarrierLatency": (0, 300), "PostLatency": (0, 60), "BranchCycles": (0, 20),
    "BlockExtent": (1, 600), "BlockDepth": (1, 3000), "DivideLatency": (1, 70),
    "ScalarLoadLatency": (1, 30), "IntegerLatency": (1, 3), "AtomicLatency": (1, 40)}
NETWORK = {"RingLines": (1, 4), "RingHop": (0, 50)}


def tiles(rng) -> str:
    """At least 4 rows of at least 4 bytes; more often tall ones, which have
    contractions."""
    bytes_ = 1 << rng.randint(8, 14)
    rows = [1 << n for n in range(2, 13) if bytes_ >> n >= 4]
    tall = [r for r in rows if 4 * r >= bytes_ // r]
    r = rng.choice(tall if rng.random() < 0.8 else rows)
    return f"TileGeometry<{r}, {bytes_ // r}>"


def log_uniform(rng, low, high) -> int:
    """A number of any magnitude; one in ten is the smallest."""
    start = max(low, 0.5)
    return low if rng.random() < 0.1 else round(start * (high / start) ** rng.random())


def parameters(rng, ranges) -> str:
    chosen = [f"ParameterValue<{name}, {log_uniform(rng, *limits)}>"
              for name, limits in ranges.items() if rng.random() < 0.5]
    chosen.append(f"ParameterValue<LineBytes, {rng.choice([16, 32, 64, 64, 128, 256])}>")
    if rng.random() < 0.7:
        chosen.append(f"ParameterValue<Semaphores, {rng.choice([0, 1, 2, 5, 8, 32, 256])}>")
    return ", ".join(chosen)


def divisions(rng) -> str:
    found = []
    for kind, dims in KINDS.items():
        if rng.random() < 0.85:
            some = rng.sample(dims, rng.randint(0, len(dims)))
            found.append('WorkDivision<"%s", [%s]>' % (kind, ", ".join(f'"{d}"' for d in some)))
    return ", ".join(found)


def variant(rng, name: str) -> str:
    cores = rng.choice([1, 1, 2, 3, 4, 5, 7, 8, 16, 24, 32])
    registers = rng.choice([4, 5, 6, 7, 8, 12, 16, 20, 31, 32])
    scratchpad = (1 << 13) * log_uniform(rng, 9, 1 << 10)   # whole lines in each bank
    fields = []

    def maybe(chance, text):
        if rng.random() < chance:
            fields.append(text)

    maybe(0.8, f"let Features = [{', '.join(['FeatureTiles', *(f for f in FEATURES if rng.random() < 0.5)])}];")
    maybe(0.8, f"let Parameters = [{parameters(rng, {**PARAMETERS, **(NETWORK if cores > 1 else {})})}];")
    maybe(0.3, f"let WorkDivisions = [{divisions(rng)}];")
    maybe(0.4, f"let Memories = [Memory<Dram, !shl(1, 34)>, Memory<Scratchpad, {scratchpad}, "
               f"banks={rng.choice([1, 2, 4, 8, 32])}>];")
    maybe(0.15, "let Net = NoInterconnect;")
    maybe(0.2, f"let Issue = PipeQueues<{', '.join(str(rng.randint(1, 16)) for _ in range(3))}>;")
    lines = "".join(f"  {f}\n" for f in fields)
    return (f'def {name} : FamilyVariant<"{name.lower()}", {tiles(rng)}, {registers}, {cores}, '
            f"{scratchpad}> {{\n{lines}}}\n")


def random_variants(seed: int, count: int) -> list:
    rng = random.Random(seed)
    return [variant(rng, f"Rnd{seed}x{n}") for n in range(count)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    options = parser.parse_args()
    print(HEAD + "".join(random_variants(options.seed, options.count)), end="")


if __name__ == "__main__":
    main()

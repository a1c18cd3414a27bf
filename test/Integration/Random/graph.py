#===- graph.py - values of a random graph ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A graph of operations under construction: the builder and the values defined so far."""

import random

from builder import Builder, Value
from scalars import Scalar

PARALLEL, REDUCTION = "parallel", "reduction"


def identity(rank: int) -> list[str]:
    return [f"d{i}" for i in range(rank)]


class Graph(Builder):
    """The builder and the values defined so far."""

    def __init__(self, rng: random.Random):
        super().__init__(rng)
        self.values: list[Value] = []

    def add(self, value):
        if value is not None:
            self.values.append(value)
        return value

    def pick(self, accepts=lambda value: True):
        """Chooses a value, preferring later ones; None if there is none."""
        found = [v for v in self.values if accepts(v)]
        if not found:
            return None
        return found[max(self.rng.randrange(len(found)) for _ in range(2))]

    def expression(self, names, operands):
        return [Scalar(n, v.kind, v.bound, v.exact) for n, v in zip(names, operands)]


def grow(g: Graph, layers, target: float) -> list[Value]:
    """Adds about `target` values, each of a layer chosen from pairs of function and weight.
    A layer that finds no operand leaves nothing behind."""
    made = []
    choices, weights = zip(*layers)
    while len(made) < target:
        layer, = g.rng.choices(choices, weights)
        lines = len(g.lines)
        value = layer(g)
        if value is None:
            del g.lines[lines:]
            target -= 0.1
            continue
        made.append(g.add(value))
    return made


def last_and_another(g: Graph, made) -> dict[str, Value]:
    """Results by name: the last value, and sometimes another one."""
    results = {made[-1].name: made[-1]}
    if g.rng.random() < 0.3:
        value = g.rng.choice(made)
        results[value.name] = value
    return results

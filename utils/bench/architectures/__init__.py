#===- __init__.py - models of the benchmark ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The models of utils/bench/models, with random weights: a registry of functions that
return a module and its arguments. Each has a size, which the table states."""

from collections.abc import Callable
from dataclasses import dataclass


FULL_SIZE = "full size"  # a group without cycles


@dataclass(frozen=True)
class Architecture:
    name: str
    size: str  # widths, and what is reduced
    make: Callable  # returns a module and a tuple of arguments
    group: str = "models"


ARCHITECTURES: dict[str, Architecture] = {}


def architecture(name: str, size: str, group: str = "models"):
    def register(make: Callable) -> Callable:
        ARCHITECTURES[name] = Architecture(name, size, make, group)
        return make
    return register


def load() -> dict[str, Architecture]:
    from . import graph_networks, language, recurrence, vision  # noqa: F401
    from . import held_aside, held_aside_sequences  # noqa: F401
    from . import full_size  # noqa: F401
    from . import second_language, second_blocks, second_signals  # noqa: F401
    return ARCHITECTURES

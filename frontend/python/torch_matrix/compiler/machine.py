#===- machine.py - facts of the machine that is compiled for --------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Facts of the variant on which the choice of a decomposition depends. Decompositions have
no options: these are the ones in whose context PyTorch takes a graph apart. An empty program,
which is compiled once for each target, states the facts."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from ..errors import MatrixError
from ..options import Options
from ..runtime.simulator import Simulator
from ..tools import tool
from . import service

TARGET: ContextVar[Options | None] = ContextVar("TARGET", default=None)
EMPTY = "func.func @main() { return }"


@contextmanager
def compiling_for(options: Options) -> Iterator[None]:
    token = TARGET.set(options)
    try:
        yield
    finally:
        TARGET.reset(token)


def cores() -> int:
    """The cores that divide the work. 1 if there are no tools or no such variant, which is an
    error of a compilation, but not of outputs without one."""
    options = TARGET.get() or Options.of(None)
    try:
        return cores_of(tool("matrix-compile"), *options.arguments())
    except MatrixError:
        return 1


@cache
def cores_of(compiler: str, *arguments: str) -> int:
    program = service.build(EMPTY, [*arguments, "--emit=elf"])
    return Simulator(program, hazards=False).cores()

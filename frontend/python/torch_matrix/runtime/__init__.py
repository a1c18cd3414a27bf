#===- __init__.py - execution of programs ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Execution of programs in this process by the simulator's C library."""

from .capi import library
from .simulator import Simulator

__all__ = ["Simulator", "library"]

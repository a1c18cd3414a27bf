#===- mutant_run.py - operators that only mutants have ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Evaluates the operators that only mutants have (mutants.py): other roundings, orders
of sums, and distances."""

import numpy as np

from semantics import operators
from semantics.evaluation import Elements
from semantics.reference import Interpreter
from semantics.special_mutants import SpecialRun


class MutantInterpreter(Interpreter):
    def run(self, instruction, values, memory=None):
        with np.errstate(all="ignore"):
            return MutantRun(self, instruction, values, memory).run()


class MutantRun(SpecialRun):
    def scalar(self, node):
        if isinstance(node, dict) and node["op"] == "Half":
            return self.scalar(node["args"][0]) // 2
        return super().scalar(node)

    def on_castaway(self, node, shape):
        from_nearest, np.rint = np.rint, lambda x: np.trunc(x + np.copysign(0.5, x))
        try:
            return self.on_cast({**node, "op": "Cast"}, shape)
        finally:
            np.rint = from_nearest

    def on_fmaunfused(self, node, shape):
        fmt = self.machine.formats[node["format"]]
        a, b, c = (self.elements(x, shape, fmt) for x in node["args"])
        return self.apply("Add", [self.apply("Mul", [a, b], fmt), c], fmt)

    def on_reducedown(self, node, shape):
        x = self.elements(node["args"][0], shape)
        flipped = Elements(x.bits[::-1, ::-1], x.format)
        self.elements, usual = (lambda *_: flipped), self.elements
        try:
            result = self.on_reduce({**node, "op": "Reduce"}, shape)
        finally:
            self.elements = usual
        return Elements(result.bits[::-1, ::-1], result.format)

    def on_contractdown(self, node, shape):
        summand, a, b = node["args"]
        flipped = [{"op": "Flipped", "args": [x], "format": x["format"]} for x in (a, b)]
        return self.on_contract({**node, "op": "Contract",
                                 "args": [summand, *flipped]}, shape)

    def on_flipped(self, node, shape):
        x = self.elements(node["args"][0], shape)
        return Elements(x.bits[:, ::-1], x.format)

    def on_contractunfused(self, node, shape):
        f32 = self.machine.formats[node["format"]]
        fused, operators.fma = operators.fma, lambda a, b, c: f32.decode(
            f32.encode(a * b)) + c
        try:
            return self.on_contract({**node, "op": "Contract"}, shape)
        finally:
            operators.fma = fused

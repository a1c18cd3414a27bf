#===- description.py - the description, as the tests read it ---------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""docs/reference/description-json.md as Python objects, without semantics: reference.py
and formats.py define those of operators and formats."""

import functools
import json
from dataclasses import dataclass
from pathlib import Path

from semantics.formats import Format


@dataclass(frozen=True)
class Geometry:
    """The tile registers of a variant."""
    rows: int
    row_bytes: int
    registers: int
    address_space: int         # of tile loads and stores

    @property
    def bytes(self) -> int:
        return self.rows * self.row_bytes

    @property
    def space(self) -> str:
        """The qualifier of pointers and globals in LLVM IR."""
        return f"addrspace({self.address_space})"

    def shape(self, fmt: Format) -> tuple:
        return self.rows, self.row_bytes * 8 // fmt.bits


@dataclass(frozen=True)
class Operand:
    facts: dict

    def __getattr__(self, name):
        try:
            return self.facts[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def kind(self) -> str:
        return self.facts["class"]

    @property
    def tied(self):
        return self.facts.get("tied")


class Instruction:
    def __init__(self, facts: dict):
        self.facts = facts
        self.mnemonic = facts["mnemonic"]
        self.kind = facts["class"]
        self.assembly = facts["assembly"]
        self.semantics = facts.get("semantics")
        self.operands = [Operand(o) for o in facts["operands"]]

    def __str__(self):
        return self.mnemonic

    @property
    def inputs(self) -> list:
        return [o for o in self.operands if not o.out]

    @property
    def result(self):
        return next((o for o in self.operands if o.out), None)

    def operand(self, name: str) -> Operand:
        return next(o for o in self.operands if o.name == name)

    def with_semantics(self, semantics) -> "Instruction":
        return Instruction({**self.facts, "semantics": semantics})

    def available(self, cpu: str) -> bool:
        return cpu in self.facts["timing"]

    @functools.cached_property
    def operators(self) -> set:
        return {node["op"] for node in nodes(self.semantics)}

    def uses(self, op: str) -> bool:
        return op in self.operators


class Description:
    def __init__(self, facts: dict):
        self.facts = facts
        self.formats = {f["record"]: Format(f) for f in facts["formats"]}
        self.operators = {o["record"]: o for o in facts["operators"]}
        self.spaces = {s["name"]: s for s in facts["spaces"]}
        self.tiles = {t["record"]: Operand(t) for t in facts["tiles"]}
        self.states = {s["record"]: s for s in facts["states"]}
        self.csrs = {c["number"]: c["name"] for c in facts["csrs"]}
        self.instructions = [Instruction(i) for i in facts["instructions"]]
        self.pairs = facts["pairs"]
        self.variants = {v["cpu"]: v for v in facts["variants"]}

    @staticmethod
    def load(path) -> "Description":
        return Description(json.loads(Path(path).read_text()))

    def geometry(self, cpu: str):
        tiles = self.variants[cpu].get("tiles")
        space = self.spaces["scratchpad"]["number"]
        return Geometry(**tiles, address_space=space) if tiles else None

    def of_kind(self, kind: str, cpu: str) -> list:
        return [i for i in self.instructions
                if i.kind == kind and i.available(cpu)]


def nodes(semantics):
    """Returns every operator of the semantics, parents before children. A list instead of
    recursive generators, which take most of the time of some tests."""
    found, waiting = [], [semantics]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            found.append(node)
            waiting.extend(reversed(node.get("args", ())))
    return found

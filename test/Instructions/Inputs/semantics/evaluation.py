#===- evaluation.py - the elements of the semantics ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Evaluates the operators of td/Common/Operators.td whose results are elements;
reference.py evaluates whole instructions with it."""

from dataclasses import dataclass

import numpy as np

from semantics import operators
from semantics.formats import Format


class Trap(Exception):
    """A trap of the simulator, which ends the program."""


@dataclass
class Elements:
    """An array of elements, as bits."""
    bits: np.ndarray
    format: Format

    @property
    def numbers(self):
        return self.format.decode(self.bits)


class Evaluation:
    """The evaluation of one instruction on one set of operands. A subclass implements
    the memory: operand(name) and load(node, shape)."""

    def __init__(self, machine, instruction, values, memory):
        self.machine = machine
        self.instruction = instruction
        self.values = values
        self.memory = memory

    # --- Scalars ----------------------------------------------------------------

    def scalar(self, node) -> int:
        if not isinstance(node, dict):
            return node
        if node["op"] == "RowBytes":
            return self.machine.geometry.row_bytes
        if node["op"] == "State":
            return self.memory.states[node["record"]]
        if node["op"] == "Field":
            return self.field(node["args"][0], node)
        if node["op"] == "Is":
            return int(self.scalar(node["args"][0]) == node["value"])
        return self.values[node["name"]]

    def field(self, source, field) -> int:
        """`field` has `low` and `width`."""
        return self.scalar(source) >> field["low"] & (1 << field["width"]) - 1

    # --- Elements ---------------------------------------------------------------

    def elements(self, node, shape=None, fmt=None) -> Elements:
        """`fmt` is the format of a literal, `shape` the shape of a node without one of
        its own."""
        if not isinstance(node, dict):
            return Elements(fmt.encode(np.array([[float(node) if fmt.float
                                                  else int(node)]])), fmt)
        special = getattr(self, "on_" + node["op"].lower(), None)
        if special:
            return special(node, shape)
        return self.elementwise(node, shape)

    def on_operand(self, node, _shape):
        return self.operand(node["name"])

    def on_load(self, node, shape):
        return self.load(node, shape)

    def on_at(self, node, shape):
        text = node["text"]
        inner = shape[::-1] if text == "ji" and shape else shape
        x = self.elements(node["args"][0], inner)
        picked = {"ji": x.bits.T, "ij": x.bits, "0j": x.bits[:1],
                  "i0": x.bits[:, :1]}[text]
        return Elements(np.broadcast_to(picked, shape or picked.shape), x.format)

    def block(self, q):
        columns = self.machine.geometry.row_bytes // 4
        first = self.scalar(q) * columns
        return slice(first, first + columns)

    def on_part(self, node, _shape):
        q, whole = node["args"]
        x = self.elements(whole)
        return Elements(x.bits[:, self.block(q)], x.format)

    def on_insert(self, node, _shape):
        q, part, whole = node["args"]
        x = self.elements(whole)
        result = x.bits.copy()
        place = result[:, self.block(q)]
        place[:] = self.elements(part, place.shape, x.format).bits
        return Elements(result, x.format)

    def on_leading(self, node, _shape):
        x = self.elements(node["args"][0])
        return Elements(x.bits[:self.machine.geometry.row_bytes // 4], x.format)

    def on_row(self, node, _shape):
        tile, q = node["args"]
        fmt = self.machine.formats[node["format"]]
        rows = np.ascontiguousarray(self.operand(tile["name"]).bits).view(fmt.dtype)
        number = node["rows_per_block"] * self.scalar(q) + node["row"]
        return Elements(rows[number:number + 1], fmt)

    def on_splat(self, node, shape):
        fmt = self.machine.formats[node["format"]]
        value = self.scalar(node["args"][0])
        source = node["args"][0]
        if isinstance(value, float):
            return Elements(np.broadcast_to(fmt.encode(np.array(value)),
                                            shape or (1, 1)), fmt)
        from_float = (isinstance(source, dict) and source["op"] == "Operand"
                      and self.instruction.operand(source["name"]).kind == "f32")
        if fmt.float and not from_float:
            bits = fmt.encode(np.array(float(value)))
        else:
            bits = np.array(value & (1 << fmt.bits) - 1, fmt.dtype)
        return Elements(np.broadcast_to(bits, shape or (1, 1)), fmt)

    def on_iota(self, node, shape):
        fmt = self.machine.formats[node["format"]]
        axis = "ij".index(node["text"])
        numbers = np.expand_dims(np.arange(shape[axis], dtype=np.int64), 1 - axis)
        start = wrapped(self.scalar(node["args"][0]), 32)
        return Elements(np.broadcast_to(fmt.encode(numbers + start), shape), fmt)

    def on_mask(self, node, shape):
        inside = np.ones(shape, bool)
        for axis, bound in enumerate(node["args"]):
            if bound["op"] != "None":
                index = np.expand_dims(np.arange(shape[axis]), 1 - axis)
                inside &= index < wrapped(self.scalar(bound), 64)
        return Elements(inside.astype(np.uint8), self.machine.truth)

    # --- States and tiles in memories -------------------------------------------

    def on_state(self, node, _shape):
        fmt = self.machine.formats[node["format"]]
        return Elements(self.memory.states[node["record"]], fmt)

    def on_view(self, node, _shape):
        return self.tile_of(node).read()

    def on_switch(self, node, shape):
        return self.elements(self.alternative(node), shape)

    def alternative(self, node):
        selector, *alternatives = node["args"]
        chosen = self.scalar(selector)
        if chosen >= len(alternatives) or alternatives[chosen]["op"] == "Undefined":
            raise Trap(f"{self.instruction}: alternative {chosen}")
        return alternatives[chosen]

    def on_pad(self, node, _shape):
        x = self.elements(node["args"][0])
        bits = np.zeros((node["rows"], node["columns"]), x.format.dtype)
        bits[:x.bits.shape[0], :x.bits.shape[1]] = x.bits
        return Elements(bits, x.format)

    def on_crop(self, node, shape):
        x = self.elements(node["args"][0])
        return Elements(x.bits[:shape[0], :shape[1]], x.format)

    # --- Conversions ------------------------------------------------------------

    def on_bitcast(self, node, shape):
        fmt = self.machine.formats[node["format"]]
        x = self.elements(node["args"][0], shape)
        return Elements(x.bits.view(fmt.dtype), fmt)

    def on_cast(self, node, shape):
        to = self.machine.formats[node["format"]]
        x = self.elements(node["args"][0], shape)
        numbers = x.numbers
        if x.format.bits == 1 and not to.float:
            return Elements(to.encode(-numbers), to)
        if to.float:
            return Elements(to.encode(numbers.astype(np.float64)), to)
        if x.format.float:
            whole = np.clip(np.rint(np.nan_to_num(numbers)), to.lowest, to.highest)
            return Elements(to.encode(whole), to)
        if to.bits <= x.format.bits:
            numbers = np.clip(numbers, to.lowest, to.highest)
        return Elements(to.encode(numbers), to)

    # --- Reductions and contractions --------------------------------------------

    def on_reduce(self, node, shape):
        x = self.elements(node["args"][0], shape)
        steps = x.bits if node["text"] == "kj->ij" else x.bits.T
        result = Elements(steps[0], x.format)
        for step in steps[1:]:
            result = self.apply(node["record"], [result, Elements(step, x.format)],
                                x.format)
        bits = result.bits if node["text"] == "kj->ij" else result.bits[:, None]
        return Elements(np.broadcast_to(bits, x.bits.shape), x.format)

    def on_argreduce(self, node, _shape):
        """The index of the first maximum by the comparison; a NaN is larger than all
        numbers."""
        x = self.elements(node["args"][0])
        fmt = self.machine.formats[node["format"]]
        along = node["text"] == "ik->ij"
        steps = x.numbers.T if along else x.numbers
        comes_before, _ = operators.comparison(self.machine.operators[node["record"]],
                                               x.format.float)
        best, found = steps[0], np.zeros(len(steps[0]), np.int64)
        for number, step in enumerate(steps[1:], 1):
            takes = comes_before(best, step)
            takes = takes | np.isnan(step) & ~np.isnan(best)
            best = np.where(takes, step, best)
            found = np.where(takes, number, found)
        bits = fmt.encode(found)
        return Elements(np.broadcast_to(bits[:, None] if along else bits,
                                        x.bits.shape), fmt)

    def on_contract(self, node, shape):
        fmt = self.machine.formats[node["format"]]
        a, b = (self.elements(x).numbers for x in node["args"][1:])
        left, right = node["text"].split("->")[0].split(",")
        a = a if left == "ik" else a.T       # [i][k]
        b = b.T if right == "jk" else b      # [k][j]
        shape = a.shape[0], b.shape[1]
        total = np.broadcast_to(
            self.elements(node["args"][0], shape, fmt).numbers, shape)
        if not fmt.float:                    # any order, modulo 2^32
            return Elements(fmt.encode(a @ b + total), fmt)
        for k in range(a.shape[1]):
            factors = np.broadcast_arrays(a[:, k:k + 1], b[k:k + 1])
            total = fmt.decode(fmt.encode(operators.fma(*factors, total)))
        return Elements(fmt.encode(total), fmt)

    # --- Elementwise operators --------------------------------------------------

    def elementwise(self, node, shape):
        fmt = self.machine.formats[node["format"]]
        name, arguments = node["op"], node["args"]
        if name == "Select":
            return self.select(arguments, shape, fmt)
        if fmt is self.machine.truth:
            return self.compare(name, arguments, shape)
        return self.apply(name, [self.elements(a, shape, fmt) for a in arguments], fmt)

    def compare(self, name, arguments, shape):
        inner = next(self.machine.formats[a["format"]] for a in arguments
                     if isinstance(a, dict))
        function, unsigned = operators.comparison(self.machine.operators[name],
                                                  inner.float)
        x, y = (self.elements(a, shape, inner) for a in arguments)
        holds = function(x.bits, y.bits) if unsigned else function(x.numbers, y.numbers)
        return Elements(holds.astype(np.uint8), self.machine.truth)

    def select(self, arguments, shape, fmt):
        """Selects bits, so that NaNs are preserved."""
        condition, yes, no = (self.elements(a, shape, fmt) for a in arguments)
        return Elements(np.where(condition.bits != 0, yes.bits, no.bits), fmt)

    def apply(self, name, arguments, fmt) -> Elements:
        if fmt.float:
            numbers = self.wide(name, [a.numbers for a in arguments])
            return Elements(fmt.encode(numbers), fmt)
        function, unsigned = operators.function(self.machine.operators[name], False)
        numbers = function(*(a.bits.astype(np.int64) if unsigned else a.numbers
                             for a in arguments))
        return Elements(fmt.encode(numbers), fmt)

    def wide(self, name, arguments):
        """Evaluates on float64, without rounding to a format."""
        body = self.machine.operators[name].get("body")
        if body is None:
            return operators.function(self.machine.operators[name], True)[0](*arguments)
        return self.composed(body, arguments[0])

    def composed(self, node, x):
        if not isinstance(node, dict):
            return np.float64(node)
        if node["op"] == "Operand":
            return x
        return self.wide(node["op"], [self.composed(a, x) for a in node["args"]])


def wrapped(value: int, bits: int) -> int:
    """The low bits as a signed number."""
    sign = 1 << bits - 1
    return (value & (1 << bits) - 1 ^ sign) - sign

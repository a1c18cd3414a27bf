#===- check_selection.py - semantics, written out, selected again ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Replaces every tile operation by its reference expansion (--matrix-expand), selects
instructions for the expansion (--matrix-select), and compares the results of the
instructions with the NumPy reference, bit for bit. Three versions of each:

    plain      the expansion
    commuted   operands of every commutative operator exchanged: same result
    reversed   operands of the operator that is not commutative exchanged: the result
               of the semantics with these operands exchanged

Operations whose expansion is not selected as a whole are excluded and counted."""

import re

import numpy as np

from check_tiles import difference
from driver import chosen, drive, has_tiles
from programs.operand_sets import cases_of
from programs.tile_cases import access_of, expected
from programs.expansion import module
from programs.operation_kernel import OperationKernel
from semantics.mutants import at, paths, replaced, swapped
from semantics.reference import Interpreter
from toolchain import run


def check(description, cpu, options) -> list:
    cases = [c for c in one_of_each(cases_of(description, cpu))
             if access_of(c.instruction) is None and chosen(c.instruction, options)]
    kernel = SelectionKernel(description, cpu, cases, options.work)
    interpreter = Interpreter(description, description.geometry(cpu))
    failures, count = [], {}
    for form, case, sets in kernel.results():
        count[form] = count.get(form, 0) + 1
        for number, values in enumerate(case.sets):
            want = expected(interpreter, case, values)
            got = sets[number][:want.nbytes].view(want.dtype).reshape(want.shape)
            if not np.array_equal(got, want):
                failures.append(f"{cpu}: {case}, {form}, set {number}: " + difference(
                    case, values, ("simulator", got), ("reference", want)))
                break
    print(f"{cpu}: of {len(cases)} operations selected again:",
          ", ".join(f"{n} {form}" for form, n in count.items()),
          f"- {len(failures)} wrong")
    return failures


def one_of_each(cases):
    """The last column block of each instruction."""
    return {case.instruction.mnemonic: case for case in cases}.values()


class SelectionKernel(OperationKernel):
    def __init__(self, description, cpu, cases, work):
        super().__init__(description, cpu, cases, work)
        self.commutative, self.ordered = operators(description)
        self.single = {}       # number of a function: the node that is reversed

    def results(self):
        """Version, case and bytes of the results of all operations that are selected.
        """
        written = self.functions(self.source(), "--matrix-expand")
        written = {n: in_f32(text) if self.is_wide(n) else text
                   for n, text in written.items()}
        for form in ("plain", "commuted", "reversed"):
            functions = {n: getattr(self, form)(n, text) for n, text in written.items()}
            functions = {n: text for n, text in functions.items()
                         if text and (form == "plain" or text != written[n])}
            selected = {n: text for n, text in self.functions(
                functions.values(), "--matrix-select").items() if is_selected(text)}
            cases = [self.case(form, n) for n in selected]
            if cases:
                kernel = FunctionKernel(self, cases, selected.values())
                yield from zip([form] * len(cases), cases, kernel.execute())

    def is_wide(self, number) -> bool:
        """Whether the semantics are one operator, which is evaluated on f64."""
        semantics = self.cases[number].instruction.semantics
        facts = self.description.operators.get(semantics["op"], {})
        return facts.get("wide", False) and all(
            not isinstance(a, dict) or a["op"] == "Operand" for a in semantics["args"])

    def source(self):
        return map(self.mlir, range(len(self.cases)), self.cases)

    def functions(self, functions, option) -> dict:
        """Runs a pass on the functions; returns their texts by number."""
        source = self.kernel.file(f"{option}.mlir")
        source.write_text(module(self.kernel.cpu, "".join(functions)))
        text = run("matrix-opt", source, option)
        return {int(found[1]): found[0] for found in re.finditer(
            r"^  func\.func @operation(\d+)\(.*?^  }\n", text, re.MULTILINE | re.DOTALL)}

    # --- Forms ------------------------------------------------------------------

    def plain(self, _number, text):
        return text

    def commuted(self, _number, text):
        for op in self.commutative:
            text = exchanged(op, text)
        return text

    def reversed(self, number, text):
        """Exchanges the operands of the only such operator, if there is exactly one in
        the text and in the semantics."""
        semantics = self.cases[number].instruction.semantics
        places = [p for p in paths(semantics) if isinstance(at(semantics, p), dict)
                  and at(semantics, p)["op"] in self.ordered]
        if len(places) != 1:
            return None
        changed = text
        for op in self.ordered[at(semantics, places[0])["op"]]:
            changed = exchanged(op, changed)
        differ = [a for a, b in zip(text.splitlines(), changed.splitlines()) if a != b]
        self.single[number] = places[0]
        # Operands computed by earlier operations are not operands of the semantics.
        return changed if len(differ) == 1 and not re.search(
            r"= .*%\d", differ[0]) else None

    def case(self, form, number):
        case = self.cases[number]
        if form != "reversed":
            return case
        instruction, place = case.instruction, self.single[number]
        semantics = replaced(instruction.semantics, place,
                           swapped(at(instruction.semantics, place), 0, 1))
        return type(case)(instruction.with_semantics(semantics), case.immediates, case.sets)


class FunctionKernel(OperationKernel):
    """A kernel of functions whose text is given."""

    def __init__(self, like, cases, functions):
        super().__init__(like.description, like.kernel.cpu, cases, like.kernel.work)
        self.texts = list(functions)

    def mlir(self, number, _case) -> str:
        return re.sub(r"@operation\d+", f"@operation{number}", self.texts[number])


# --- Text ---------------------------------------------------------------------

def operators(description):
    """MLIR operations of commutative operators, and those of each other operator."""
    commutative, ordered = [], {}
    for record, facts in description.operators.items():
        names = [n for n in (facts["mlir_float"], facts["mlir_int"]) if n]
        if facts["arity"] == 2 and facts["commutative"]:
            commutative += names
        elif facts["arity"] == 2:
            ordered[record] = names
    return commutative, ordered


def exchanged(operation, text) -> str:
    """`arith.cmpf olt, %a, %b` becomes `arith.cmpf olt, %b, %a`."""
    name = re.escape(operation) + (r",? " if " " in operation else " ")
    return re.sub(rf"({name})(%[\w#]+), (%[\w#]+)", r"\1\3, \2", text)


def in_f32(text) -> str:
    """Replaces f64 by f32: programs compute in f32 where the expansion uses f64."""
    if "xf64>" not in text:
        return text
    text = text.replace("xf64>", "xf32>")
    same = r"^ *(%\w+) = arith\.(?:extf|truncf) (%\w+) : (\S+) to \3\n"
    while found := re.search(same, text, re.MULTILINE):
        text = text.replace(found[0], "")
        text = re.sub(rf"{found[1]}\b", found[2], text)
    return text


def is_selected(text) -> bool:
    """Whether all operations on vectors are tile operations."""
    lines = text.splitlines()[1:-2]
    return any("matrix." in line for line in lines) and all(
        "matrix." in line for line in lines if "vector" in line)


if __name__ == "__main__":
    drive(__doc__, check, has_tiles)

#===- check_rows.py - instructions on rows against the reference -----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs a program of all instructions on rows of a variant (row_program.py,
state_program.py) in the simulator and compares memory with the reference. With
--survivors, mutants of the semantics may have the same results: products of small blocks
have few elements."""


import numpy as np

from driver import drive, has_rows
from programs.row_program import RowProgram
from programs.state_program import StateProgram
from semantics.description import nodes
from semantics.mutant_run import MutantInterpreter
from semantics.mutants import mutants
from semantics.reference import Interpreter
from toolchain import Kernel


def check(description, cpu, options) -> list:
    program = program_of(description, cpu)
    wrong = check_results(description, cpu, program, options.work)
    survivors = check_mutants(description, cpu, program,
                              program.instructions[::options.part])
    return wrong if options.survivors else wrong + survivors


def program_of(description, cpu):
    """A program of instructions with configuration state, or of those without."""
    if any(node["op"] in ("State", "Field", "View")
           for i in description.of_kind("rows", cpu) for node in nodes(i.semantics)):
        return StateProgram(description, cpu, Interpreter(description))
    return RowProgram(description, cpu)


def check_results(description, cpu, program, work) -> list:
    want = program.reference(Interpreter(description))
    got = execute(description, cpu, program, work)
    failures = []
    for test in program.tests:
        where = np.flatnonzero(got[test.stored] != want[test.stored])
        if len(where):
            step = getattr(test, "step", test)
            at = test.stored.start + int(where[0])
            failures.append(f"{cpu}: {step.instruction} {step.values}: byte {where[0]} "
                            f"of what is stored: simulator {got[at]:#x}, "
                            f"reference {want[at]:#x}")
    print(f"{cpu}: {len(program.instructions)} instructions on rows, "
          f"{len(program.tests)} tests, {len(failures)} wrong")
    if not np.array_equal(got, want) and not failures:
        failures.append(f"{cpu}: stores to memory differ")
    return failures


def check_mutants(description, cpu, program, instructions) -> list:
    interpreter = MutantInterpreter(description)
    total, survivors = 0, []
    for instruction in instructions:
        for what, semantics in mutants(instruction.semantics, description.formats):
            total += 1
            if not program.notices(interpreter, instruction, semantics):
                survivors.append(f"{cpu}: {instruction}: {what}")
    print(f"{cpu}: {total} mutants, {len(survivors)} survive")
    return survivors


# --- The simulator ------------------------------------------------------------

def execute(description, cpu, program, work):
    kernel = Kernel(cpu, work, "rows")
    image = program.image()[:program.size]
    body = f"  call void @copy(ptr %out, ptr %in, i64 {len(image)})\n"
    body += "  %base = ptrtoint ptr %out to i64\n"
    for number, step in enumerate(program.steps):
        arguments = []
        for operand in step.instruction.inputs:
            value, name = step.values[operand.name], f"%{operand.name}.{number}"
            if operand.name not in step.flat:
                arguments.append(("i64", value))
            elif operand.kind == "rows":
                body += f"  {name} = getelementptr i8, ptr %out, i64 {value}\n"
                arguments.append(("ptr", name))
            else:
                body += f"  {name} = add i64 %base, {value}\n"
                arguments.append(("i64", name))
        call = kernel.builtin(step.instruction.mnemonic, "void", arguments)
        body += f"  {call}\n"
    # The comparison includes rows that were never written, which are zero.
    kernel.simulator_options = ("--no-hazard-checks",)
    return kernel.execute(body, image, len(image))


if __name__ == "__main__":
    drive(__doc__, check, has_rows, survivors=False)

#===- check_rows.py - instructions on rows against the reference -----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs a program of all instructions on rows of a variant (row_program.py) in
the simulator and compares all memory after every step with the reference."""


import numpy as np

from driver import drive, has_rows
from mutant_run import MutantInterpreter
from mutants import mutants
from reference import Interpreter
from row_program import RowProgram
from toolchain import Kernel


def check(description, cpu, options) -> list:
    program = RowProgram(description, cpu)
    return (check_results(description, cpu, program, options.work)
            + check_mutants(description, cpu, program))


def check_results(description, cpu, program, work) -> list:
    want = program.reference(Interpreter(description))
    got = execute(description, cpu, program, work)
    failures = []
    for test in program.tests:
        where = np.flatnonzero(got[test.begin:test.end] != want[test.begin:test.end])
        if len(where):
            step = program.steps[test.step]
            at = test.begin + int(where[0])
            failures.append(f"{cpu}: {step.instruction} {step.values}: byte "
                            f"{at - test.begin} of the dump: simulator {got[at]:#x}, "
                            f"reference {want[at]:#x}")
    print(f"{cpu}: {len(program.instructions)} instructions on rows, "
          f"{len(program.tests)} tests, {len(failures)} wrong")
    if not np.array_equal(got, want) and not failures:
        failures.append(f"{cpu}: stores to memory differ")
    return failures


def check_mutants(description, cpu, program) -> list:
    interpreter = MutantInterpreter(description)
    right = program.reference(interpreter)
    total, survivors = 0, []
    for instruction in program.instructions:
        for what, meaning in mutants(instruction.meaning, description.formats):
            total += 1
            wrong = program.reference(interpreter, instruction, meaning)
            if np.array_equal(wrong, right):
                survivors.append(f"{cpu}: {instruction}: {what}")
    print(f"{cpu}: {total} mutants, {len(survivors)} survive")
    return survivors


# --- The simulator ------------------------------------------------------------

def execute(description, cpu, program, work):
    kernel = Kernel(cpu, work, "rows")
    image = program.image()
    body = f"  call void @copy(ptr %out, ptr %in, i64 {len(image)})\n"
    pointers = 0
    for step in program.steps:
        arguments = []
        for operand in step.instruction.inputs:
            value = step.values[operand.name]
            if operand.kind == "rows" and not program.space_rows(operand):
                body += f"  %p{pointers} = getelementptr i8, ptr %out, i64 {value}\n"
                arguments.append(("ptr", f"%p{pointers}"))
                pointers += 1
            else:
                arguments.append(("i64", value))
        call = kernel.builtin(step.instruction.mnemonic, "void", arguments)
        body += f"  {call}\n"
    return kernel.execute(body, image, len(image))


if __name__ == "__main__":
    drive(__doc__, check, has_rows)

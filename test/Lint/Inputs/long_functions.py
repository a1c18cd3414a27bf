#===- long_functions.py - functions and other blocks of many lines ---------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes sources into a folder: functions of 60 lines and of 61, and longer blocks."""

import sys
from pathlib import Path

FUNCTION = """\
#include "Steps.h"

int before;
// Comments are not counted.
static Value
compute(int first,
        int second) {
"""
MEMBER = """\
struct Loop {
  int count;

  // A block ends like a function.
  int run() const override {
    if (count) {
"""


def write(name: str, head: str, line: str, count: int, end: str = "") -> None:
    lines = "".join(line.format(i) + "\n" for i in range(count))
    (FOLDER / name).write_text(head + lines + end)


FOLDER = Path(sys.argv[1]) / "test"
FOLDER.mkdir(parents=True)
write("long.cpp", FUNCTION, "  step({});", 57, "}\n")
write("short.cpp", FUNCTION, "  step({});", 56, "}\n")
write("class.h", "struct A {\n", "  int a{};", 70, "};\n")
write("linkage.h", 'extern "C" {\n', "void a{}();", 70, "}\n")
write("member.h", MEMBER, "      step({});", 57, "    }\n  }\n};\n")
write("long.py", "def f():\n", "    step({})", 60)
write("short.py", "def f():\n", "    step({})", 59)

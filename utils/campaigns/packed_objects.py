#===- utils/campaigns/packed_objects.py - undefined unaligned accesses --------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Finds accesses of members of packed structures through pointers of their types.

C does not define these accesses. -fsanitize=alignment checks the address of an access,
which may be a multiple of its size by chance, and at -O1 an access without effect is not
checked. Here a program is compiled at -O0, with each packed object at an even and then
at an odd address: one of them is not a multiple of the size of the access.
"""

import re
import signal

import campaign_runner as runner

SANITIZER = ["-fsanitize=alignment", "-fsanitize-trap=alignment"]
TRAPS = {-signal.SIGILL, -signal.SIGTRAP}
ALIGNMENT = 16
OFFSETS = [ALIGNMENT, ALIGNMENT + 1]
GLOBAL = re.compile(r"(?P<name>@[\w.$\"]+) = (?:\w+ )*?(?P<kind>global|constant) (?P<rest>.*), align 1")
LOCAL = re.compile(r"(?P<indent>\s+)(?P<name>%[\w.]+) = alloca (?P<type>[\[{<%].*), align 1")


def has_unaligned_accesses(source, flags, folder, seconds, timeout) -> bool:
    """Returns whether the program stops at such an access; false if it does not end."""
    whole = folder / "aligned.ll"
    done = runner.run(["clang-22", "-O0", *SANITIZER, *flags, "-fno-discard-value-names", "-S",
                       "-emit-llvm", source, "-o", whole], timeout)
    return done.status == 0 and any(stops(whole.read_text(), offset, folder, seconds, timeout)
                                    for offset in OFFSETS)


def stops(ir, offset, folder, seconds, timeout) -> bool:
    moved, program = folder / "moved.ll", folder / "moved"
    moved.write_text("\n".join(move(line, offset) for line in ir.splitlines()) + "\n")
    if runner.run(["clang-22", "-O0", "-w", moved, "-o", program], timeout).status != 0:
        return False
    return runner.run([program], seconds).status in TRAPS


def move(line, offset) -> str:
    """Returns a line of IR, with an object that may be at any address at this offset."""
    if local := LOCAL.fullmatch(line):
        indent, name, kind = local.group("indent", "name", "type")
        return (f"{indent}{name}.moved = alloca <{{ [{offset} x i8], {kind} }}>, align {ALIGNMENT}\n"
                f"{indent}{name} = getelementptr i8, ptr {name}.moved, i64 {offset}")
    found = GLOBAL.fullmatch(line)
    if not found or found["rest"][0] not in "[{<%":
        return line
    name, kind, rest = found.group("name", "kind", "rest")
    end = length_of_type(rest)
    return (f"{name}.moved = internal {kind} <{{ [{offset} x i8], {rest[:end]} }}> "
            f"<{{ [{offset} x i8] zeroinitializer, {rest} }}>, align {ALIGNMENT}\n"
            f"{name} = internal alias {rest[:end]}, getelementptr (i8, ptr {name}.moved, i64 {offset})")


def length_of_type(text) -> int:
    """The length of the type before an initial value."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c in "[{<(") - (c in "]}>)")
        if c == " " and depth == 0:
            return i
    return len(text)

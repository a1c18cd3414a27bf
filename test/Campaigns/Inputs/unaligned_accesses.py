#===- unaligned_accesses.py - undefined accesses of packed structures ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints whether programs have unaligned accesses that C does not define.

    unaligned_accesses.py CAMPAIGNS
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import packed_objects  # noqa: E402

TYPES = """
#pragma pack(push, 1)
struct Packed { char first; int number; };
struct Even { int number; char last; };
#pragma pack(pop)
struct Natural { char first; int number; };
"""
PROGRAMS = {
    "no effect": "static struct Packed s; int main(void) { int *p = &s.number; *p; return 0; }",
    "at a multiple by chance": "static struct Even s = {1, 2}; int main(void) { int *p = &s.number; return *p - 1; }",
    "of an element": "static struct Even s[2] = {{1, 2}, {3, 4}}; int main(void) { int *p = &s[1].number; return *p - 3; }",
    "of a variable": "int main(void) { struct Packed s = {1, 2}; int *p = &s.number; return *p - 2; }",
    "member": "static struct Packed s = {1, 2}; int main(void) { return s.number - 2; }",
    "bytes": "static struct Packed s = {1, 2}; int main(void) { char *p = (char *)&s.number; return *p - 2; }",
    "not packed": "static struct Natural s = {1, 2}; int main(void) { int *p = &s.number; return *p - 2; }",
    "address only": "static struct Packed s; static int *p = &s.number; int main(void) { return p == 0; }",
    "no end": "static struct Packed s; int main(void) { for (;;) s.number = 1; }",
}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for label, program in PROGRAMS.items():
            source = folder / "program.c"
            source.write_text(TYPES + program)
            found = packed_objects.has_unaligned_accesses(source, ["-w"], folder, 1, 60)
            print(f"{label}: {'undefined' if found else 'defined'}")


main()

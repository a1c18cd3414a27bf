"""Compares td/Common/Numerics.td with the headers that define the functions."""

import re
import sys
from pathlib import Path

# Functions called by generated code or by each other only, not by the description.
HELPERS = {"num": {"orZeros", "andZeros", "saturate", "toInt", "toFloatOdd"},
           "undef": {"sumWithCarry", "isDecided"}}
HEADERS = {"num": ["Numerics/Numerics.h", "Numerics/ScalarNumerics.h"],
           "undef": ["Sanitizer/UndefinedBits.h"]}
CLASSES = {"num": "NumericFunctions", "undef": "MaskFunctions"}
DEFINITION = re.compile(r"^(?:inline [\w:<>]+|template <[^>]*>\s+(?:inline )?[^;{}()]+?)\s(\w+)\(", re.M)


def functions(source, space):
    text = (source / "td/Common/Numerics.td").read_text()
    listed = {name for names in re.findall(CLASSES[space] + r"<\d, \[(.*?)\]>", text, re.S)
              for name in re.findall(r'"(\w+)"', names)}
    defined = {name for header in HEADERS[space]
               for name in DEFINITION.findall((source / "simulator/lib" / header).read_text())}
    return listed, defined


def main(source) -> int:
    same = True
    for space in CLASSES:
        listed, defined = functions(source, space)
        for names, what in ((listed - defined, "defined nowhere"),
                            (defined - HELPERS[space] - listed, "not listed")):
            if names:
                same = False
                print(what + ":", *sorted(names))
        print(space + ":", len(listed), "functions")
    print("the same in both" if same else "differences")
    return 0 if same else 1


sys.exit(main(Path(sys.argv[1])))

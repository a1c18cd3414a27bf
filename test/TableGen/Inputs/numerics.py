"""Compares td/Schema/Numerics.td with the headers that define the functions."""

import re
import sys
from pathlib import Path

# Functions called by generated code only, not by the description.
HELPERS = {"orZeros", "andZeros", "saturate", "toInt", "toFloatOdd"}


def main(source) -> int:
    text = (source / "td/Schema/Numerics.td").read_text()
    listed = {name for names in re.findall(r"NumericFunctions<\d, \[(.*?)\]>", text, re.S)
              for name in re.findall(r'"(\w+)"', names)}
    defined = set()
    for header in ("Numerics.h", "ScalarNumerics.h"):
        code = (source / "simulator/lib/Numerics" / header).read_text()
        defined |= set(re.findall(r"^(?:template <[^>]*> )?inline \w+ (\w+)\(", code, re.M))
    for names, what in ((listed - defined, "defined nowhere"), (defined - HELPERS - listed, "not listed")):
        if names:
            print(what + ":", *sorted(names))
    if listed != defined - HELPERS:
        return 1
    print(len(listed), "functions, the same in both")
    return 0


sys.exit(main(Path(sys.argv[1])))

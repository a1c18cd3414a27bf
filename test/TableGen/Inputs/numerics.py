"""Compares td/Common/Numerics.td with the headers that define the functions, and its list
of operations with those of mlir-dialects/include. Prints C++ that calls every function on
elements of tiles in the headers of Tiles.cpp, as the C++ of an operator may, if a file
for it is given."""

import re
import sys
from pathlib import Path

# Functions called by generated code or by each other only, not by the description.
HELPERS = {"num": {"orZeros", "andZeros", "saturate", "toInt", "toFloatOdd"},
           "undef": {"sumWithCarry", "isDecided"}}
HEADERS = {"num": ["Numerics/Numerics.h", "Numerics/ScalarNumerics.h"],
           "undef": ["Sanitizer/UndefinedBits.h"]}
CLASSES = {"num": r'NumericFunctions<"\w+", ', "undef": "MaskFunctions<"}
DEFINITION = re.compile(r"^(?:inline [\w:<>]+|template <[^>]*>\s+(?:inline )?[^;{}()]+?)\s(\w+)\(", re.M)
ON_TILES = {"floats": "float", "int32": "int32_t"}


def functions(source, space):
    text = (source / "td/Common/Numerics.td").read_text()
    listed = {name for names in re.findall(CLASSES[space] + r"\d, \[(.*?)\]>", text, re.S)
              for name in re.findall(r'"(\w+)"', names)}
    defined = {name for header in HEADERS[space]
               for name in DEFINITION.findall((source / "simulator/lib" / header).read_text())}
    return listed, defined


def operations(source):
    roles = (source / "td/Common/Roles.td").read_text()
    names = re.search(r"foreach name = \[([^\]]*)\] in\s+def : HandwrittenOperation", roles)[1]
    defined = {name for file in (source / "mlir-dialects/include").rglob("*.td")
               for name in re.findall(r'\bMatrix_\w*Op<"(\w+)"', file.read_text())}
    return set(re.findall(r'"(\w+)"', names)), defined


def calls(source):
    tiles = (source / "simulator/lib/Tiles/Tiles.cpp").read_text()
    lines = re.findall(r'#include "Numerics/.*', tiles) + ["using namespace matrix;"]
    listed = (source / "td/Common/Numerics.td").read_text()
    for elements, arity, names in re.findall(r'NumericFunctions<"(\w+)", (\d), \[(.*?)\]>', listed, re.S):
        if kind := ON_TILES.get(elements):
            lines += [f"{kind} {name}_{kind}({', '.join(f'{kind} x{i}' for i in range(int(arity)))}) "
                      f"{{ return num::{name}({', '.join(f'x{i}' for i in range(int(arity)))}); }}"
                      for name in re.findall(r'"(\w+)"', names)]
    return "\n".join(lines) + "\n"


def main(source) -> int:
    same = True
    compared = {space: (*functions(source, space), HELPERS[space], "functions") for space in CLASSES}
    compared["dialect"] = (*operations(source), set(), "operations")
    for space, (listed, defined, helpers, what) in compared.items():
        for names, where in ((listed - defined, "defined nowhere"), (defined - helpers - listed, "not listed")):
            if names:
                same = False
                print(where + ":", *sorted(names))
        print(space + ":", len(listed), what)
    print("the same in both" if same else "differences")
    return 0 if same else 1


source = Path(sys.argv[1])
if len(sys.argv) > 2:
    Path(sys.argv[2]).write_text(calls(source))
sys.exit(main(source))

#===- resized_variants.py - row machines with other extents ------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""resized(text, name, edits) returns a copy of the file of a machine with other names and
extents, as docs/adding-a-variant.md describes: mnemonics and encodings are those of the
original. RESIZED lists the copies of the project's row machines.
"""

import re
from dataclasses import dataclass, field


@dataclass
class Copy:
    """`edits` are replacements of texts in the file, for example of an extent."""
    file: str
    name: str
    edits: dict = field(default_factory=dict)


RESIZED = [
    Copy("Variants/Qkv.td", "Tiny", {"QkvBlock = 64": "QkvBlock = 16", "rowSize=128": "rowSize=32"}),
    Copy("Variants/Qkv.td", "Half", {"QkvBlock = 64": "QkvBlock = 32", "rowSize=128": "rowSize=64"}),
    Copy("Variants/Qkv.td", "Wide", {"QkvBlock = 64": "QkvBlock = 128", "rowSize=128": "rowSize=256",
                                     "rows=128": "rows=256", "rows=64": "rows=128"}),
    Copy("Variants/Gemmini.td", "Tiny", {"GmArray = 16": "GmArray = 4"}),
    Copy("Variants/Gemmini.td", "Half", {"GmArray = 16": "GmArray = 8"}),
    Copy("Variants/Gemmini.td", "Wide", {"GmArray = 16": "GmArray = 32"}),
]


def resized(text: str, name: str, number: int, edits: dict) -> str:
    """Returns a copy in which every record and its strings that are unique in a
    description end with `name`, and `number` is added to the numbers of spaces."""
    for old, new in edits.items():
        if old not in text:
            raise ValueError(f"'{old}' is not in the description")
        text = text.replace(old, new)
    text = rename_records(text, name)
    low = name.lower()
    text = re.sub(r'\b((?:Feature|Variant)<")([\w-]+)"', rf'\1\2-{low}"', text)
    text = re.sub(r"(Subtarget->has\w+)\(\)", rf"\1{name}()", text)
    text = re.sub(r'\b((?:Scalar|Tile|Pointer)State<")', rf"\g<1>{low}.", text)
    text = re.sub(r'\b(Pipe<")', rf"\g<1>{name[0]}", text)
    return re.sub(r'\b(RowSpace<")(\w+", )(\d+)',
                  lambda m: f"{m[1]}{low}_{m[2]}{int(m[3]) + number}", text)


def rename_records(text: str, name: str) -> str:
    """Appends the name to the records, classes and values that the text defines, also to
    those that a loop numbers (`def GmConfigLoad#n`, `GmConfigLoad2`)."""
    defined = set(re.findall(r"^ *(?:def|class|defvar|#ifndef) (\w+)", text, re.M))

    def renamed(match):
        whole, stem, digits = match[0], match[1], match[2]
        if whole in defined:
            return whole + name
        return stem + name + digits if stem in defined else whole
    return re.sub(r"\b([A-Za-z_]\w*?)(\d*)\b", renamed, text)

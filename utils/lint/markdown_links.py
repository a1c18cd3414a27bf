#===- utils/lint/markdown_links.py - links and anchors of Markdown ---------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Finds inline links `[text](path#anchor)` and pictures in Markdown, outside of
code, and the anchors of headings as Git hosting sites and MyST derive them.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
LINK = re.compile(r"(!?)\[((?:[^][]|\[[^][]*\])*)\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
EXPLICIT = re.compile(r'^\(([\w-]+)\)=$|<a id="([\w-]+)"></a>')


class Link(NamedTuple):
    line: int
    text: str
    path: str  # empty: the same file
    anchor: str  # empty: none
    picture: bool


def prose(text: str):
    """Yields (line number, line) outside of fenced code."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if fence is None and mark:
            fence = mark[1]
        elif fence is not None:
            if line.strip() == fence:
                fence = None
        else:
            yield number, line


def links(page: Path) -> list[Link]:
    """Links of a file to other files or anchors, without those to web sites."""
    text = page.read_text()
    return [link_of(text, match) for match in matches(text)]


def matches(text: str):
    """Yields a match of LINK with positions in the text for each of these links."""
    for match in LINK.finditer(without_code(text)):
        if not re.match(r"[a-z]+:", match[3]):
            yield match


def link_of(text: str, match) -> Link:
    path, _, anchor = match[3].partition("#")
    return Link(text.count("\n", 0, match.start()) + 1, match[2], path, anchor, bool(match[1]))


def without_code(text: str) -> str:
    """The text with blanks in place of fenced code and code spans. A code span that is
    the text of a link remains."""
    outside = dict(prose(text))
    return "\n".join(
        CODE.sub(lambda code: " " * len(code[0]) if "](" in code[0] else code[0], line)
        if number in outside else " " * len(line)
        for number, line in enumerate(text.split("\n"), 1))


@lru_cache(maxsize=None)
def anchors(page: Path) -> frozenset:
    found = set()
    for _, line in prose(page.read_text()):
        if heading := HEADING.match(line):
            found.add(numbered(slug(heading[1]), found))
        found.update(name for match in EXPLICIT.findall(line) for name in match if name)
    return frozenset(found)


def slug(heading: str) -> str:
    """`## Tile *geometry*` -> tile-geometry"""
    text = LINK.sub(r"\2", heading).replace("`", "").replace("*", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def numbered(name: str, taken: set) -> str:
    """Repeated headings are counted: -1, -2, ..."""
    if name not in taken:
        return name
    return next(f"{name}-{i}" for i in range(1, len(taken) + 2) if f"{name}-{i}" not in taken)

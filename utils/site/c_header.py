#===- utils/site/c_header.py - a C header as a page ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Converts a C header to Markdown: the header comment, a chapter for each banner, and
declarations, each followed by the text of its documentation comment. The header is
split by regular expressions at comments and blank lines, which its layout permits;
declarations without a blank line between them share the comment before them."""

import re
import textwrap
from pathlib import Path

BANNER = re.compile(r"/\*===-+===\*\n \* (.+?)\n \*===-+===\*/")
COMMENT = re.compile(r"/\*\*(.*?)\*/\n", re.S)


def header_page(path: Path) -> str:
    text = path.read_text()
    head, _, body = text.partition("*/\n")
    lines = [f"# C library: `{path.name}`", "", introduction(head), ""]
    parts = BANNER.split(declarations(body))
    for title, part in zip([None, *parts[1::2]], parts[::2]):
        lines += [f"## {title}", ""] if title else []
        for comment, code in declared(part):
            lines += ["```c", code, "```", ""]
            lines += [comment, ""] if comment else []
    return "\n".join(lines)


def introduction(head: str) -> str:
    """The text after the license; an indented example becomes a code block."""
    text = head.split("*===---", 1)[1].split("\n", 1)[1].rpartition(" *===---")[0]
    return unwrapped(re.sub(r"^ \*", "", text, flags=re.M))


def declarations(body: str) -> str:
    """Without preprocessor lines, except constants, and without linkage macros."""
    text = re.sub(r'^#(?!define \w+_VERSION).*(?:\n  .*)?\n', "", body, flags=re.M)
    text = re.sub(r'^extern "C" \{\n|^\}\n', "", text, flags=re.M)
    return re.sub(r"\n {20,}", " ", re.sub(r"\b\w+_API\s+", "", text))


def declared(part: str):
    """Yields (comment, code) for each group of adjacent declarations."""
    comment, end = "", 0
    for match in COMMENT.finditer(part):
        yield from grouped(comment, part[end:match.start()])
        comment, end = unwrapped(re.sub(r"^ \*", "", match[1], flags=re.M)), match.end()
    yield from grouped(comment, part[end:])


def grouped(comment: str, code: str):
    for index, group in enumerate(re.split(r"\n\n+", code.strip("\n"))):
        if group.strip():
            yield (comment if index == 0 else ""), group


def unwrapped(text: str) -> str:
    """Paragraphs without common indentation. Deeper ones become code blocks."""
    blocks = re.split(r"\n\s*\n", textwrap.dedent(text.replace("\n *", "\n")).strip("\n"))
    return "\n\n".join(block_of(block) for block in blocks if block.strip())


def block_of(block: str) -> str:
    if block.startswith("  "):
        return "```text\n" + textwrap.dedent(block) + "\n```"
    return "\n".join(line.strip() for line in block.splitlines())

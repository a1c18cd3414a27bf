#===- man_page.py - manual page of a tool ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A manual page (man) from the help of a tool, in the macros of roff: NAME, SYNOPSIS,
DESCRIPTION, OPTIONS with a subsection for each group, and SEE ALSO."""

import re
from itertools import chain

from help_text import Help, Option


def man_page(name: str, help: Help, version: str, others: list) -> str:
    lines = [
        f'.TH {roff(name.upper())} 1 "" "Matrix {version}" "Matrix"',
        ".SH NAME", f"{roff(name)} \\- {roff(help.summary)}",
        ".SH SYNOPSIS", synopsis(name, help.usage),
        *(chain([".SH DESCRIPTION"], paragraphs(help.remarks)) if help.remarks else []),
        ".SH OPTIONS",
        *chain.from_iterable(section_lines(section) for section in help.sections),
        ".SH SEE ALSO",
        ",\n".join(f".BR {roff(other)} (1)" for other in others if other != name)]
    return "\n".join(lines).replace(" (1),\n", " (1),\n") + "\n"


def synopsis(name: str, usage: str) -> str:
    """The usage; the program is called by its installed name."""
    return f".B {roff(name)}\n{text(usage.partition(' ')[2])}"


def paragraphs(remarks: list) -> list:
    return list(chain.from_iterable((text(line), ".PP") for line in remarks))[:-1]


def section_lines(section) -> list:
    title = [f'.SS "{roff(section.title)}"'] if section.title else []
    return title + list(chain.from_iterable(map(option_lines, section.options)))


def option_lines(option: Option) -> list:
    name, rest = option.name, option.term[len(option.name):]
    term = f"\\fB{roff(name)}\\fR" + re.sub(
        r"<([^<>]+)>", r"\\fI\1\\fR", roff(rest))
    lines = [".TP", term, text(option.text) if option.text else "\\&"]
    if option.values:
        lines.append(".RS")
        for value, description in option.values:
            lines += [".TP", f"\\fB{roff(value)}\\fR",
                      text(description) if description else "\\&"]
        lines.append(".RE")
    return lines


def roff(words: str) -> str:
    """Escapes what the formatter would interpret, and hyphens, which are searched."""
    return (words.replace("\\", "\\e").replace("-", "\\-")
            .replace('"', "\\(dq"))


def text(words: str) -> str:
    """A line of text; a dot or quote at its start is not a request."""
    escaped = roff(words)
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped

#===- help_text.py - options of a tool from its help ----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Options of a tool, from the text of --help. LLVM has two formats of it: that of
cl::opt, with ` - ` before descriptions, and that of OptTable, with descriptions in one
column, which is the most frequent one. Python's argparse has a third. A line belongs to
the option before it if it is indented deeply; text without options is an error."""

import re
from collections import Counter
from dataclasses import dataclass, field

PASS_OPTION = 8  # indentation from which options are those of a pass


@dataclass
class Option:
    term: str  # --mcpu=<variant>
    text: str
    indentation: int
    values: list = field(default_factory=list)  # pairs of value and description

    @property
    def name(self) -> str:
        """The words that select the option, with = if a value follows in the word."""
        return re.match(r"-+[^\s=<\[]*=?", self.term)[0]

    @property
    def stem(self) -> str:
        return self.name.strip("-=")

    def listed_values(self) -> list:
        """Values that the help lists, also in the form <text|json>."""
        choice = re.search(r"=<([\w|]+\|\w+)>", self.term)
        return choice[1].split("|") if choice else [
            value for value, _ in self.values if re.fullmatch(r"[\w.,+-]+", value)]


@dataclass
class Section:
    title: str
    options: list = field(default_factory=list)


@dataclass
class Help:
    summary: str
    usage: str
    sections: list
    remarks: list  # paragraphs before and after the options

    def options(self) -> list:
        """Without those of passes, which are not options of the tool."""
        return [option for section in self.sections for option in section.options
                if option.indentation < PASS_OPTION]


def parse(text: str) -> Help:
    if text.startswith("usage: ") and "\noptions:\n" in text:
        return parse_argparse(text)
    summary = re.search(r"^OVERVIEW: *(.+)", text, re.M)
    usage = re.search(r"^USAGE: *(.+)", text, re.M)
    head, separator, body = text.partition("\nOPTIONS:\n")
    if not (summary and usage and separator):
        raise ValueError("no text of OVERVIEW, USAGE and OPTIONS")
    remarks = [line for line in head.splitlines()
               if line and not re.match("OVERVIEW:|USAGE:", line)]
    sections, after = read_sections(body)
    found = Help(summary[1].rstrip("."), usage[1], sections, remarks + after)
    if not found.options():
        raise ValueError("no options")
    return found


def parse_argparse(text: str) -> Help:
    usage, summary, *remarks = (" ".join(paragraph.split()).removeprefix("positional arguments: ")
                                for paragraph in
                                re.split(r"\n\n", text.partition("\noptions:\n")[0]))
    options = []
    for line in text.partition("\noptions:\n")[2].splitlines():
        if re.match(r"  -", line):
            terms, *description = re.split(r" {2,}", line.strip(), maxsplit=1)
            aliases = [Option(argparse_term(term), "".join(description), 2)
                       for term in terms.split(", ")]
            options += aliases
        elif line.strip():
            for option in aliases:
                option.text = f"{option.text} {line.strip()}".strip()
    return Help(summary.rstrip("."), usage.removeprefix("usage: "), [Section("", options)], remarks)


def argparse_term(term: str) -> str:
    """--cores=<n> for `--cores n`."""
    name, separator, value = term.partition(" ")
    return f"{name}{'=' if name.startswith('--') else ' '}<{value}>" if separator else name


def read_sections(body: str) -> tuple[list, list]:
    """Sections with their options, and the lines after them."""
    split = splitter(body)
    sections, after = [Section("")], []
    for line in body.splitlines():
        indentation = len(line) - len(line.lstrip())
        options = sections[-1].options
        if re.match(r" +-", line):
            options.append(Option(*split(line), indentation))
        elif value := re.match(r" +=(\S.*?) +-(?: +(.*))?$", line):
            options[-1].values.append((value[1], value[2] or ""))
        elif line.strip() and indentation > PASS_OPTION and options:
            options[-1].text = f"{options[-1].text} {line.strip()}".strip()
        elif line.endswith(":") or indentation:
            sections.append(Section(line.strip().rstrip(":")))
        elif line:
            after.append(line)
    return [section for section in sections if section.options], after


def splitter(body: str):
    """A function from a line to term and description."""
    if re.search(r"^ +--help +- ", body, re.M):
        return split_at_dash
    starts = Counter(len(found[0]) for found in
                     re.finditer(r"^ +-\S+(?: <\S+>)? {2,}(?=\S)", body, re.M))
    column = starts.most_common(1)[0][0] if starts else None
    return lambda line: split_at_column(line, column)


def split_at_dash(line: str) -> tuple[str, str]:
    term, *text = re.split(r" +-(?: +|$)", line.strip(), maxsplit=1)
    return term, "".join(text)


def split_at_column(line: str, column) -> tuple[str, str]:
    if column and line[column - 1:column] == " ":
        return line[:column].strip(), line[column:].strip()
    return line.strip(), ""

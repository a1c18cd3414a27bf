#===- describe.py - manual page and completion of a tool ------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs a tool with --help, and writes its manual page and its completion for bash.

    describe.py TOOL --man FILE --completion FILE --version VERSION [--others NAME...]
                     [--variants-of TOOL]

The name of the tool is that of the page without its suffix. The values of --mcpu are
those that the tool lists, or another one instead of it.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from completion import completion
from help_text import parse
from man_page import man_page


def main() -> int:
    options = arguments()
    name = options.man.stem
    try:
        help = parse(output([options.tool, "--help"]))
        variants = listed_variants(options.variants_of or options.tool, help)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"describe.py: error: {options.tool}: {error}", file=sys.stderr)
        return 1
    for path, text in (
            (options.man, man_page(name, help, options.version, options.others)),
            (options.completion, completion(name, help, variants))):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--man", type=Path, required=True)
    parser.add_argument("--completion", type=Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--others", nargs="*", default=[])
    parser.add_argument("--variants-of")
    return parser.parse_args()


def output(command: list) -> str:
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True, timeout=120).stdout


def listed_variants(tool: str, help) -> list:
    """The output of --mcpu=help, for tools with that option."""
    if not any(option.stem == "mcpu" for option in help.options()):
        return []
    lines = output([tool, "--mcpu=help"]).splitlines()
    return [line.split()[0] for line in lines if line.startswith("  ")]


if __name__ == "__main__":
    sys.exit(main())

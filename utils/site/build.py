#===- utils/site/build.py - build the documentation site -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Builds the documentation site: prepares the pages, then runs Sphinx on them.

    build.py [--build FOLDER] [--output FOLDER] [--diagrams]

The output folder receives source/ (pages for Sphinx), doctrees/ (its cache) and
html/. Every warning of Sphinx is an error.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import diagrams
import pages
import reference

ROOT = Path(__file__).resolve().parents[2]
FORWARD = '<!doctype html><meta http-equiv="refresh" content="0; url=docs/index.html">\n'


def main() -> int:
    options = parse()
    if options.diagrams:
        return diagrams.update()
    source, html = options.output / "source", options.output / "html"
    written = pages.prepare(ROOT, source)
    written |= reference.generate(ROOT, options.build, source)
    pages.remove_others(source, written)
    status = run_sphinx(source, html, options.output / "doctrees")
    if status == 0:
        reference.write_manual(ROOT, options.build, html)
        (html / "index.html").write_text(FORWARD)
        print(f"site: {len(list(html.rglob('*.html')))} pages, {html / 'index.html'}")
    return status


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build",
                        help="the build whose tools generate the reference")
    parser.add_argument("--output", type=Path, help="default: BUILD/site")
    parser.add_argument("--diagrams", action="store_true",
                        help="only render docs/diagrams/*.dot to SVG")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.output = (options.output or options.build / "site").resolve()
    return options


def run_sphinx(source: Path, html: Path, doctrees: Path) -> int:
    try:
        import furo, myst_parser, sphinx  # noqa: E401, F401
    except ModuleNotFoundError as missing:
        sys.exit(f"site: error: {missing.name} is not installed; run utils/setup")
    return subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", ROOT / "docs",
         "-d", doctrees, source, html]).returncode


if __name__ == "__main__":
    sys.exit(main())

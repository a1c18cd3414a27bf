#===- utils/site/diagrams.py - diagrams from Graphviz text -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Renders docs/diagrams/*.dot to SVG files beside them, by Graphviz's dot
(`utils/docs --diagrams`). As a program, reports outdated SVG files.

Colors become style variables with values for light and dark, by the `class` of a
node: none, `description`, `memory` or `tool`. Positions depend on the version of
Graphviz, so the check compares the text of nodes and edges.
"""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "diagrams"
CLASSES = ("description", "memory", "tool")
STYLE = """<style>
svg.diagram { --ink: #1f2328; --edge: #656d76; --box: #f0f2f5; --description: #dbeafe;
  --memory: #fdebd0; --tool: #e6f4ea; font-family: Helvetica, Arial, sans-serif; }
@media (prefers-color-scheme: dark) {
  svg.diagram { --ink: #e6edf3; --edge: #9198a1; --box: #2a3038; --description: #1e3a5f;
    --memory: #4d3619; --tool: #1f3d2b; }
}
svg.diagram text { fill: var(--ink); stroke: none; }
svg.diagram path, svg.diagram polygon, svg.diagram polyline { stroke: var(--edge); }
svg.diagram .cluster polygon { fill: none; }
svg.diagram .node path, svg.diagram .node polygon { fill: var(--box); }
%s
svg.diagram .edge polygon { fill: var(--edge); }
</style>""" % "\n".join(
    f"svg.diagram .{name} path, svg.diagram .{name} polygon {{ fill: var(--{name}); }}"
    for name in CLASSES)


def update() -> int:
    for source in sources():
        source.with_suffix(".svg").write_text(render(source))
    return 0


def sources() -> list[Path]:
    return sorted(FOLDER.glob("*.dot"))


def is_current(source: Path) -> bool:
    picture = source.with_suffix(".svg")
    return picture.exists() and texts(picture.read_text()) == texts(render(source))


def render(source: Path) -> str:
    try:
        text = subprocess.run(["dot", "-Tsvg", source], check=True, text=True,
                              capture_output=True).stdout
    except FileNotFoundError:
        sys.exit("diagrams: error: Graphviz is not installed; run utils/setup")
    text = re.sub(r"<\?xml.*?<svg", "<svg", text, flags=re.S)
    text = re.sub(r"<!--.*?-->\n?|<title>.*?</title>\n?", "", text, flags=re.S)
    text = re.sub(r' (?:stroke|font-family)="[^"]*"', "", text)
    text = re.sub(r' fill="(?!none)[^"]*"', "", text)
    return text.replace("<svg", '<svg class="diagram"', 1).replace(">", ">\n" + STYLE, 1)


def texts(svg: str) -> list[str]:
    return sorted(element.text for element in ElementTree.fromstring(svg).iter()
                  if element.tag.endswith("text"))


def inline(picture: Path, description: str) -> str:
    """The picture as a block of HTML, which ends at the first empty line."""
    svg = re.sub(r"\n\s*\n", "\n", picture.read_text().strip())
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{description}"', 1)
    return f"<div>\n{svg}\n</div>"


def main() -> int:
    outdated = [source.name for source in sources() if not is_current(source)]
    for name in outdated:
        print(f"docs/diagrams/{name}: error: its SVG shows other text; run utils/docs --diagrams")
    print(f"diagrams: {len(sources())} diagrams, {len(outdated)} outdated")
    return 1 if outdated else 0


if __name__ == "__main__":
    sys.exit(main())

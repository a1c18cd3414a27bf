#===- utils/site/pages.py - Markdown files as pages of the site ------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Copies the Markdown files of the repository to the folder that Sphinx reads, at
their paths, so that their relative links remain valid. Links to folders become links
to their README; other linked files are copied and offered for download; diagrams
become part of the page, so that they follow its light or dark colors.
"""

import os
import shutil
import sys
from pathlib import Path

import diagrams

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lint"))
import markdown_links  # noqa: E402
from project_files import project_files  # noqa: E402


def prepare(root: Path, source: Path) -> set[Path]:
    """Returns the files written, relative to `source`."""
    names = [name for name in project_files(root) if name.endswith(".md")]
    site, written = Site(root, source, set(names)), set()
    for name in names:
        written |= site.write(name)
    return written


class Site:
    def __init__(self, root: Path, source: Path, pages: set[str]):
        self.root, self.source, self.pages = root, source, pages

    def write(self, name: str) -> set[Path]:
        """Writes a page and the files it refers to."""
        text, written = (self.root / name).read_text(), {Path(name)}
        parts, end = [], 0
        for match in markdown_links.matches(text):
            link, attached = self.converted(name, markdown_links.link_of(text, match), match[0])
            parts += [text[end:match.start()], link]
            end = match.end()
            written |= attached
        write_if_changed(self.source / name, "".join([*parts, text[end:]]))
        return written

    def converted(self, page: str, link, text: str):
        """Returns the link as Sphinx accepts it, and the files it requires."""
        if not link.path:
            return text, set()
        target = os.path.normpath(Path(page).parent / link.path)
        if (self.root / target).is_dir():
            return self.folder(target, link, text), set()
        if target in self.pages:
            return text, set()
        if link.picture and target.endswith(".svg"):
            return diagrams.inline(self.root / target, link.text), set()
        if not (self.root / target).is_file():
            sys.exit(f"site: error: {page}:{link.line}: no file or folder '{link.path}'")
        copy_if_changed(self.root / target, self.source / target)
        return text, {Path(target)}

    def folder(self, target: str, link, text: str) -> str:
        readme = os.path.normpath(Path(target) / "README.md")
        if readme in self.pages:
            return f"[{link.text}]({link.path.rstrip('/')}/README.md)"
        return link.text if "`" in link.text else f"`{link.text}`"


def remove_others(source: Path, written: set[Path]) -> None:
    """Removes pages of earlier runs."""
    for path in source.rglob("*"):
        if path.is_file() and path.relative_to(source) not in written:
            path.unlink()


def write_if_changed(path: Path, text: str) -> None:
    """Keeps the time of an unchanged file, so that Sphinx does not read it again."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def copy_if_changed(source: Path, path: Path) -> None:
    if path.exists() and path.read_bytes() == source.read_bytes():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, path)

"""Checks every link between the HTML files of a folder: file and fragment exist.

    check_site.py FOLDER
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page, and the names that links can refer to."""

    def __init__(self, path: Path):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names.add(found.get("id"))
        if tag == "a":
            self.names.add(found.get("name"))
        target = found.get("href") if tag in ("a", "link") else found.get("src")
        if target:
            self.links.append((self.getpos()[0], target))


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in folder.rglob("*.html")}
    count, problems = 0, []
    for path, page in pages.items():
        for line, target in page.links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            if not exists(pages, path, unquote(parts.path), unquote(parts.fragment)):
                problems.append(f"{path.relative_to(folder)}:{line}: error: no '{target}'")
    print("\n".join(problems + [f"{len(pages)} pages, {count} links, {len(problems)} problems"]))
    return 1 if problems else 0


def exists(pages: dict, path: Path, file: str, fragment: str) -> bool:
    target = (path.parent / file).resolve() if file else path
    if not target.exists():
        return False
    return not fragment or target not in pages or fragment in pages[target].names


if __name__ == "__main__":
    sys.exit(main())

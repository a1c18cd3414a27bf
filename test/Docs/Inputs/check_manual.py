"""Compares the generated manual with the description, entry by entry.

    check_manual.py MANUAL.html MANUAL.md DESCRIPTION.json

The page must be well formed and self-contained; every link must have a
target; every instruction, variant, format, role, control register and
parameter must be documented; encoding diagrams must show the fixed bits and
fields of the JSON; timing must equal that of the JSON.
"""

import html.parser
import json
import re
import sys
from pathlib import Path

VOID = {"meta", "input", "br", "img", "hr"}


class Entry:
    """One section: its text, code blocks, encoding diagram and tables."""

    def __init__(self):
        self.text, self.code, self.rows, self.bits = "", [], [], []


class Page(html.parser.HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.stack, self.ids, self.links, self.problems = [], [], [], []
        self.entries, self.entry = {}, Entry()
        self.feed(text)
        self.close()
        if self.stack:
            self.problems.append(f"not closed: {self.stack}")

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.stack.append((tag, attributes))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "section":
            self.entry = self.entries[attributes["id"]] = Entry()
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if attributes.keys() & {"src", "srcset"} or tag == "link":
            self.problems.append(f"<{tag}> loads something from outside")
        if tag == "pre":
            self.entry.code.append("")
        if tag == "tr":
            self.entry.rows.append([])
        if tag in ("td", "th"):
            self.entry.rows[-1].append("")
        if tag == "td" and self.inside("table", "bits"):
            self.entry.bits.append([int(attributes.get("colspan", 1)), ""])

    def inside(self, tag, cls):
        return any(t == tag and a.get("class") == cls for t, a in self.stack)

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1][0] != tag:
            self.problems.append(f"</{tag}> closes {self.stack[-1:]}")
        else:
            self.stack.pop()

    def handle_data(self, data):
        self.entry.text += data
        tags = [tag for tag, _ in self.stack]
        if "pre" in tags:
            self.entry.code[-1] += data
        if tags[-1:] and ("td" in tags or "th" in tags):
            self.entry.rows[-1][-1] += data
            if self.inside("table", "bits"):
                self.entry.bits[-1][1] += data


def check_links(page: Page, markdown: str):
    for name in page.ids:
        if page.ids.count(name) > 1:
            yield f"id {name} is there twice"
    for target in set(page.links):
        if not target.startswith("#") or target[1:] not in page.ids:
            yield f"link {target} leads nowhere"
    anchors = re.findall(r'<a id="([^"]*)">', markdown)
    for target in set(re.findall(r"\]\((#?[^)]*)\)", markdown)):
        if target[1:] not in anchors:
            yield f"Markdown: link {target} leads nowhere"
    if missing := set(page.entries) - set(anchors):
        yield f"Markdown lacks {sorted(missing)}"


def check_picture(instruction: dict, entry: Entry):
    """The first 32 cells are bit numbers, the others the bits."""
    numbers, cells = entry.bits[:32], entry.bits[32:]
    if [text for _, text in numbers] != [str(b) for b in range(31, -1, -1)]:
        yield "the bits are not numbered 31 to 0"
    mask = value = 0
    position = 32
    for width, text in cells:
        position -= width
        if text in ("0", "1"):
            mask |= 1 << position
            value |= int(text) << position
            continue
        name, _, part = text.partition("[")
        low = int(part.rstrip("]").split(":")[-1]) if part else 0
        run = {"inst": position, "field": low, "width": width}
        if run not in instruction["encoding"]["fields"].get(name, []):
            yield f"field {text} at bit {position} is not in the encoding"
    if position:
        yield f"the picture has {32 - position} bits"
    if f"{mask:#010x}" != instruction["encoding"]["mask"]:
        yield f"fixed bits {mask:#010x}"
    if f"{value:#010x}" != instruction["encoding"]["value"]:
        yield f"value of fixed bits {value:#010x}"


def check_instruction(instruction: dict, entry: Entry):
    yield from check_picture(instruction, entry)
    if not entry.code or not entry.code[0].startswith(instruction["mnemonic"]):
        yield "no syntax"
    operation = entry.code[1].strip() if len(entry.code) > 1 else ""
    if not operation:
        yield "no operation"
    if "$" in entry.text or re.search(r"\((Set|Cast|Add|Contract|set) ", operation):
        yield "the operation is not rendered: " + operation
    for operand in instruction["operands"]:
        if not any(row[0] == operand["name"] for row in entry.rows if row):
            yield f"operand {operand['name']} is missing"
        if not re.search(rf"\b{operand['name']}\b", operation + entry.text):
            yield f"operand {operand['name']} is nowhere used"
    for cpu, cycles in instruction["timing"].items():
        row = [cpu, str(cycles["occupancy"]), str(cycles["latency"])]
        if row not in entry.rows:
            yield f"timing of {cpu} is missing"
    for role in instruction["roles"]:
        if role not in entry.text:
            yield f"role {role} is missing"


def check(page: Page, description: dict):
    yield from page.problems
    for i in description["instructions"]:
        entry = page.entries.get("insn-" + i["record"])
        if not entry:
            yield f"{i['mnemonic']} is missing"
            continue
        yield from (f"{i['record']}: {what}" for what in check_instruction(i, entry))
    roles = {role for i in description["instructions"] for role in i["roles"]}
    wanted = ([f"variant-{v['cpu']}" for v in description["variants"]]
              + [f"format-{f['record']}" for f in description["formats"]]
              + [f"operator-{o['record']}" for o in description["operators"]]
              + [f"space-{s['name']}" for s in description["spaces"]]
              + [f"role-{role}" for role in sorted(roles)])
    yield from (f"entry {name} is missing" for name in wanted
                if name not in page.entries)


def check_tables(text: str, description: dict):
    for csr in description["csrs"]:
        if f"<td><code>{csr['name']}</code></td>" not in text:
            yield f"control register {csr['name']} is missing"
    for variant in description["variants"]:
        for parameter in variant["parameters"]:
            if parameter not in ("Rows", "TileRowBytes") and \
                    f"<code>{parameter}</code>" not in text:
                yield f"parameter {parameter} of {variant['cpu']} is missing"


def main() -> int:
    text, markdown = (Path(p).read_text() for p in sys.argv[1:3])
    description = json.loads(Path(sys.argv[3]).read_text())
    page = Page(text)
    problems = [*check_links(page, markdown), *check(page, description),
                *check_tables(text, description)]
    print("\n".join(problems))
    print(f"{len(description['instructions'])} instructions, "
          f"{len(page.entries)} entries, {len(page.links)} links, "
          f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

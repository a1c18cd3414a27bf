"""check_report.py PAGE.html SHOT.png: opens the page in a headless browser, operates its
controls, and checks the resulting document."""
import csv
import json
import pathlib
import re
import sys
from html import unescape

from browser import browse

# Simulated user input. Runs after the page's own script.
ACTIONS = """<script>
const seen = {};
const canvas = document.getElementById("canvas"), view = window.timeline;
function fire(type, kind, more) {
  const box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new kind(type, {clientX: box.left + 500, clientY: box.top + 40, bubbles: true,
    cancelable: true, pointerId: 1, ...more}));
}
function colors() {
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const all = new Set();
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 255)
    all.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
  return all.size;
}
seen.colors = colors();
seen.rows = view.rows.length;
const whole = view.to - view.from;
fire("wheel", WheelEvent, {deltaY: -100});
seen.zoomed = (view.to - view.from) < whole;
const left = view.from;
fire("pointermove", PointerEvent, {});
seen.tip = document.getElementById("tip").textContent;
view.show(view.from + 10, view.to + 10);
seen.moved = view.from !== left;
fire("dblclick", MouseEvent, {});
seen.reset = view.to - view.from === whole;
document.getElementById("fold").click();
seen.folded = view.rows.length;
document.getElementById("fold").click();
const hot = document.querySelector(".listing .hot .cost");
hot.click();
seen.code = document.querySelector(".listing .code").textContent;
const theme = document.documentElement.dataset.theme;
document.getElementById("theme").click();
seen.theme = document.documentElement.dataset.theme !== theme;
document.getElementById("theme").click();
seen.tiles = Object.fromEntries([...document.querySelectorAll(".tile")].map((t) =>
  [t.children[1].textContent, t.children[0].textContent]));
const table = document.getElementById("region-table");
const column = (n) => [...table.rows].slice(1).map((tr) => cellValue(tr.cells[n]));
table.rows[0].cells[2].click();
seen.descending = column(2);
table.rows[0].cells[2].click();
seen.ascending = column(2);
seen.order = table.rows[0].cells[2].getAttribute("aria-sort");
seen.csv = csvText(table);
seen.buttons = document.querySelectorAll("button.csv").length;
document.body.dataset.seen = JSON.stringify(seen);
</script></body>"""


page, shot = map(pathlib.Path, sys.argv[1:])
text = page.read_text()
# Self-contained: no external resources. (The SVG namespace is an identifier, not a URL.)
shell = re.sub(r'(<script type="application/json"[^>]*>).*?</script>', "", text, flags=re.S)
addresses = set(re.findall(r"""["'(](?:https?:)?//[^"')\s]*""", shell)) - {'"http://www.w3.org/2000/svg'}
assert len(shell) < len(text) and not addresses, addresses
assert not re.search(r"<(?:link|img|iframe)\b|\bsrc=|@import|url\(", shell)

used = page.with_suffix(".used.html")
used.write_text(text.replace("</body>", ACTIONS))
dom = browse(used, "--dump-dom")
body = re.search(r"<body[^>]*>", dom)[0]
assert 'data-ready="yes"' in body and "data-error" not in body, body
seen = json.loads(unescape(re.search(r'data-seen="([^"]*)"', body)[1]))
assert seen["colors"] >= 6, seen
assert seen["zoomed"] and seen["moved"] and seen["reset"] and seen["theme"], seen
assert seen["folded"] < seen["rows"], seen
assert "cycle" in seen["tip"] and "core 0" in seen["tip"], seen
assert re.search(r"\d+.*×.*0x[0-9a-f]+", seen["code"]), seen
assert seen["descending"] == sorted(seen["descending"], reverse=True) and len(seen["descending"]) > 1, seen
assert seen["ascending"] == seen["descending"][::-1] and seen["order"] == "ascending", seen
lines = list(csv.reader(seen["csv"].splitlines()))
assert lines[0][:5] == ["region", "from cycle", "cycles", "DRAM read", "DRAM written"], lines[0]
assert [float(line[2]) for line in lines[1:]] == seen["ascending"] and seen["buttons"] >= 4, lines
assert {len(line) for line in lines} == {len(lines[0])}, lines
run = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])["statistics"]
for tile, bound in (("of peak", "mma"), ("of the roof", "roof"), ("of the roof of whole tiles", "shape_roof")):
    assert seen["tiles"][tile] == f"{100 * run['bounds'][bound] / run['cycles']:.1f} %", seen["tiles"]

browse(page, f"--screenshot={shot}")
assert shot.read_bytes().startswith(b"\x89PNG") and shot.stat().st_size > 50000
print(re.sub(r"<script.*?</script>|<style.*?</style>", "", dom, flags=re.S))

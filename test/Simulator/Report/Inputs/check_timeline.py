"""A program of 600 lines, one cycle each: the timeline attributes each cycle to its line."""

import json
import re
import subprocess
from html import unescape
from pathlib import Path

from browser import browse

LINES, FIRST = 600, 3
SCRIPT = """<script>
const pipe = window.timeline.cores[0].pipes.find((p) => p);
const named = Array.from({length: %d}, (_, i) => labels[window.timeline.mainLabel(pipe, [i, i + 1])].name);
document.body.dataset.named = JSON.stringify(named);
</script></body>"""

source = "  .globl  _start\n_start:\n" + "  addi  r5, r5, 1\n" * LINES + "  halt  r0\n"
Path("lines.s").write_text(source)
subprocess.run(["matrix-mc", "-g", "-filetype=obj", "lines.s", "-o", "lines.o"], check=True)
subprocess.run(["matrix-ld", "--no-start-files", "lines.o", "-o", "lines.elf"], check=True)
page = Path("lines.html")
subprocess.run(["matrix-sim", "--cores=1", f"--report={page}", "lines.elf"], check=True)
page.write_text(page.read_text().replace("</body>", SCRIPT % LINES))
dom = browse(page, "--dump-dom")
named = json.loads(unescape(re.search(r'data-named="([^"]*)"', dom)[1]))
assert named == [f"lines.s:{FIRST + i}" for i in range(LINES)], named

"""each.py: runs all programs of a folder, in assembly (.s) or C (.c), erroneous and correct.

The first line of a program is a comment with the expected report, as JSON:

    {"status": 161, "mcpu": "base", "cores": 2, "what": REGEX, "range": BOOL, "note": REGEX,
     "front": "-O1"}

The instruction, or line of C, at fault is marked by '# here'; the conflicting
one (on another core, or earlier) is marked by '# other'. For races, the two may
be exchanged, and both may be on one line. A correct program has status 0.

Runs each program functionally and timed. The message must name the core, the
source line, the cycle (timed), the instruction index, the instruction, the bytes
if "range" is set, and, if there is a conflicting access, its line as given by "note";
call frames may appear between them. "front" has options for clang. Without
checks, hazards are not reported, but traps still are.
"""

import json
import re
import subprocess
from pathlib import Path

ERROR = re.compile(r"(?P<file>\S+):(?P<line>\d+):\d+: error: core \d+: (?P<what>.*)")
NOTE = re.compile(r"\S+\.elf: note: (?:cycle (?P<cycle>\d+), )?instruction \d+, "
                  r"pc 0x[0-9a-f]+: `(?P<text>[^`]+)`")
OTHER = re.compile(r"(?P<file>\S+):(?P<line>\d+):\d+: note: (?P<who>(?:core|transfer) \d+.*): "
                   r"pc 0x[0-9a-f]+: `(?P<text>[^`]+)`")
RANGE = re.compile(r"\d+ bytes? (?:at|from) 0x[0-9a-f]+|row \d+ of \w+")
CALL = re.compile(r"\S+:\d+:\d+: note: '[^']+' is (called|inlined) here")
FIRST_HAZARD = 160


CLANG = ["clang-22", "--target=riscv64", "-mabi=lp64d", "-march=rv64gc", "-g",
         "-ffreestanding", "-fno-builtin", "-S", "-emit-llvm", "-o", "-"]


def build(source, wanted):
    obj, elf = source.with_suffix(".o"), source.with_suffix(".elf")
    assemble = ["-filetype=obj", f"-mcpu={wanted.get('mcpu', 'base')}", "-o", obj]
    if source.suffix == ".c":
        text = subprocess.run([*CLANG, wanted.get("front", "-O1"), source], check=True, capture_output=True, text=True).stdout
        text = re.sub(r'^target .*\n|"target-(cpu|features)"="[^"]*"', "", text, flags=re.M)
        subprocess.run(["llc", "-mtriple=matrix", *assemble], input=text, text=True, check=True)
    else:
        subprocess.run(["matrix-mc", "-g", *assemble, source], check=True)
    start = [] if source.suffix == ".c" else ["--no-start-files"]
    subprocess.run(["matrix-ld", *start, obj, "-o", elf], check=True)
    return elf


def run(elf, wanted, *options):
    command = ["matrix-sim", f"--cores={wanted.get('cores', 1)}", *options, elf]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    return done.returncode, [line for line in done.stderr.splitlines() if not CALL.fullmatch(line)]


def marked(lines):
    """Expected location by mark: line number, and instruction for assembly."""
    found = {}
    for number, line in enumerate(lines, 1):
        if match := re.search(r"(.*)(#|//) (here|other)(, and on the other core)?$", line):
            code = match[1].strip() if match[2] == "#" else None
            for mark in (match[3], "other" if match[4] else match[3]):
                found[mark] = (number, code and " ".join(code.split()))
    return found


def same(marks, match):
    text = " ".join(match["text"].split())
    return [mark for mark, (line, code) in marks.items()
            if line == int(match["line"]) and code in (None, text)]


def check(name, lines, wanted, marks, timed):
    error, note = ERROR.fullmatch(lines[0]), NOTE.fullmatch(lines[1])
    assert error and note, lines
    assert error["file"] == name and re.search(wanted["what"], error["what"]), lines[0]
    assert not wanted.get("range", True) or RANGE.search(error["what"]), lines[0]
    assert (note["cycle"] is not None) == timed, lines[1]
    at = same(marks, {"line": error["line"], "text": note["text"]})
    assert at, (lines, marks)
    if "other" not in marks:
        assert at == ["here"] and len(lines) == 2, lines
        return
    other = OTHER.fullmatch(lines[2])
    assert other and same(marks, other), (lines, marks)
    assert re.search(wanted.get("note", ""), lines[2]), lines[2]
    assert marks["here"] == marks["other"] or same(marks, other) != at, lines


sources = sorted(Path(".").glob("*.[sc]"))
right = 0
for source in sources:
    lines = source.read_text().splitlines()
    wanted, marks = json.loads(lines[0].lstrip("#/")), marked(lines)
    elf = build(source, wanted)
    for timed in (True, False):
        status, shown = run(elf, wanted, *([] if timed else ["--functional"]))
        assert status == wanted["status"], (source.name, status, shown)
        if status == 0:
            assert not shown, (source.name, shown)
            continue
        check(source.name, shown, wanted, marks, timed)
    if wanted["status"] == 0:
        right += 1
        continue
    unchecked, shown = run(elf, wanted, "--no-check", "--max-instructions=100000")
    hazard = wanted["status"] >= FIRST_HAZARD
    assert (unchecked == wanted["status"]) == (not hazard), (source.name, unchecked, shown)
print(f"{len(sources) - right} programs reported" + (f", {right} right" if right else ""))

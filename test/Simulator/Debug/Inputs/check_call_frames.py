"""check_call_frames.py PROGRAM: single-steps through the program and compares the debugger's
backtrace at each instruction with the executed calls and returns."""

import re
import subprocess
import sys

MAXIMUM = 20000

script = "script.txt"
with open(script, "w") as file:
    file.write("core 0\nbacktrace\n" + "stepi\nbacktrace\n" * MAXIMUM)
done = subprocess.run(["matrix-sim", "--functional", "--cores=1", "--no-hazard-checks",
                       f"--commands={script}", sys.argv[1]],
                      check=False, capture_output=True, text=True)
assert "the program has ended" in done.stdout, done.stderr

stack = []      # addresses of calls, outermost first
here, instruction, frames, deepest, compared = None, "", [], 0, 0


def compare():
    global compared, deepest
    wanted = [here, *reversed(stack)]
    assert frames == wanted, (f"at {here:#x} ({instruction}): "
                              f"{[hex(f) for f in frames]}, not "
                              f"{[hex(w) for w in wanted]}")
    compared += 1
    deepest = max(deepest, len(wanted))


def execute():
    """Updates the call stack for the instruction."""
    if re.match(r"jalr? r1,", instruction):
        stack.append(here)
    elif instruction == "jalr r0, 0(r1)":
        stack.pop()


for line in done.stdout.splitlines():
    if line == "the program has ended":
        break
    if frame := re.match(r"#\d+ (0x[0-9a-f]+)", line):
        frames.append(int(frame[1], 16))
    elif place := re.match(r"core 0: (0x[0-9a-f]+) .*: (\w+.*)$", line):
        if frames:
            compare()
            execute()
        here, instruction, frames = int(place[1], 16), place[2], []
print(f"{sys.argv[1]}: {compared} instructions, {deepest} frames at most")
assert compared > 300 and deepest >= 5

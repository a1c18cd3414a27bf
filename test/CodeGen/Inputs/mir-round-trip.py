"""Stops code generation at each pass and resumes from the written MIR file.

  mir-round-trip.py MODULE.ll FOLDER OPTION..

The assembly must equal that of an uninterrupted run. Prints one line for each pass where
it differs.
"""
import os
import re
import subprocess
import sys

# LLVM prints MIR after these, but MIR does not contain the register allocator's state.
WITHOUT_REGISTERS = {("greedy", "after"), ("virtregrewriter", "before")}
# These have no name for -stop-after.
UNNAMED = {"regallocscoringpass"}


def llc(*arguments):
    done = subprocess.run(["llc", "-mtriple=matrix", *options, *arguments], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr


def passes(module):
    _, text = llc(module, "-print-after-all", "-o", os.devnull)
    return list(dict.fromkeys(re.findall(r"Dump After .*\(([a-z0-9-]+)\)", text)))


def read(path):
    with open(path) as file:
        return file.read()


def check(module, name, where, whole):
    stopped, resumed = os.path.join(folder, "stopped"), os.path.join(folder, "resumed.s")
    status, message = llc(module, f"-stop-{where}={name}", "-o", stopped)
    if status:
        return f"-stop-{where}={name}: {message.splitlines()[0]}"
    kind = "mir" if read(stopped).startswith("---") else "ll"
    os.replace(stopped, f"{stopped}.{kind}")
    status, message = llc(f"{stopped}.{kind}", f"-start-{where}={name}", "-o", resumed)
    if (name, where) in WITHOUT_REGISTERS:
        return "" if status == 1 and "register allocator" in message else f"-start-{where}={name}: not rejected"
    if status:
        return f"-start-{where}={name}: {message.splitlines()[0]}"
    return "" if read(resumed) == whole else f"-start-{where}={name}: other assembly"


module, folder, *options = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
status, message = llc(module, "-o", os.path.join(folder, "whole.s"))
assert status == 0, message
whole = read(os.path.join(folder, "whole.s"))
names = [name for name in passes(module) if name not in UNNAMED]
assert len(names) > 30, names
mistakes = [text for name in names for where in ("before", "after") if (text := check(module, name, where, whole))]
print("\n".join(mistakes))
sys.exit(bool(mistakes))

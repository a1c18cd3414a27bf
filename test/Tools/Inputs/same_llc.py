"""same_llc.py: `llc` of Matrix precedes LLVM's on the path. It accepts every target
and option of LLVM's llc, and writes the same code for other targets."""

import re
import subprocess
from pathlib import Path

OURS = "llc"
LLVMS = str(Path(subprocess.run(["llvm-config-22", "--bindir"], capture_output=True,
                                text=True, check=True).stdout.strip()) / "llc")


def run(tool, *options) -> str:
    done = subprocess.run([tool, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (tool, options, done.stderr)
    return done.stdout


def targets(tool) -> set:
    listed = run(tool, "--version").partition("Registered Targets:")[2]
    return set(re.findall(r"^\s+(\S+)\s+-", listed, re.MULTILINE))


def options(tool) -> set:
    return set(re.findall(r"^\s+(--?[\w-]+)", run(tool, "--help-hidden"), re.MULTILINE))


ours, theirs = targets(OURS), targets(LLVMS)
assert ours - theirs == {"matrix"} and not theirs - ours, ours ^ theirs
print(len(theirs), "targets and matrix")

missing = options(LLVMS) - options(OURS)
assert not missing, missing
print(len(options(LLVMS)), "options")

same = 0
for target in sorted(theirs):
    command = ["-march=" + target, "-O2", "host.ll", "-o", "-"]
    want = subprocess.run([LLVMS, *command], capture_output=True, check=False)
    got = subprocess.run([OURS, *command], capture_output=True, check=False)
    assert got.returncode == want.returncode and got.stdout == want.stdout, target
    same += not want.returncode
print(same, "targets with the same code")

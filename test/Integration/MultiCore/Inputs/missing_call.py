"""Removes the calls of a function from a program, one at a time, and reports which
removals are detected: as hazards by the simulator, or as different results.

    missing_call.py FUNCTION MODEL.mlir SCRATCH ARGUMENT.npy...

Some waits are redundant: a later wait for the same queue covers an earlier one.
"""

import subprocess
import sys
from pathlib import Path


# If only some cores reach a barrier, the wait of the others is reported. Races are reported.
NOTICED = ["against expected: result0", "deadlock: waits at a barrier",
           "while transfer", "while core"]


class Program:
    def __init__(self, model, scratch, arguments):
        self.scratch = Path(scratch)
        self.inputs = [word for path in arguments for word in ("--input", path)]
        self.want = self.scratch / "want.npy"
        succeed("matrix-run", model, "--check", *self.inputs, "--output", self.want)
        succeed("matrix-compile", model, "--emit=llvm", "-o", self.scratch / "model.ll")
        self.lines = (self.scratch / "model.ll").read_text().splitlines()

    def is_right_without(self, removed):
        """Returns whether the results are the same without that line."""
        kept = [line for i, line in enumerate(self.lines) if i != removed]
        ll, o, elf = (self.scratch / f"one-less.{end}" for end in ("ll", "o", "elf"))
        ll.write_text("\n".join(kept) + "\n")
        succeed("llc", "-mtriple=matrix", "-filetype=obj", ll, "-o", o)
        succeed("matrix-ld", o, "-o", elf)
        done = run("matrix-run", elf, *self.inputs, "--expect", self.want)
        if done.returncode and not any(text in done.stderr for text in NOTICED):
            sys.exit(f"not a difference of results:\n{done.stderr}")
        return done.returncode == 0


def main():
    function, model, scratch, *arguments = sys.argv[1:]
    program = Program(model, scratch, arguments)
    if not program.is_right_without(None):
        sys.exit("the whole program is wrong already")
    calls = [i for i, line in enumerate(program.lines)
             if f"call void @{function}(" in line]
    noticed = [i for i in calls if not program.is_right_without(i)]
    for i in noticed:
        print(f"line {i + 1} is missed: {program.lines[i].strip()}")
    print(f"{function}: {len(noticed)} of {len(calls)}")


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def succeed(*command):
    done = run(*command)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()

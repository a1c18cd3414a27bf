"""Runs a program of this folder timed and functionally, with and without checks, and prints
the messages of the simulator for FileCheck.

    hazard.py --status=161 [OPTIONS] PROGRAM.s|PROGRAM.c OUTPUT

The timed and the functional run must end with the given exit status. Their messages are
printed once if they agree up to the cycle; otherwise those of the functional run follow
a line `functional run:`. Call frames are not printed.

Statuses from 160 are hazards: with --no-hazard-checks the program must end otherwise. Lower
ones are traps, whose messages do not depend on checks. With --correct the program has no
hazard: there must be no message, and the status is the same in all runs.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

FIRST_HAZARD = 160
INPUTS = Path(__file__).resolve().parent
CALL_FRAME = re.compile(r"\S+:\d+:\d+: note: '[^']+' is (called|inlined) here")
CYCLE = re.compile(r"(?<=note: )cycle \d+, ")

def main():
    args = arguments()
    elf = build(args)
    timed = run(elf, args)
    functional = timed if args.timed else run(elf, args, "--functional")
    if args.correct:
        expect(not timed and not functional, f"messages: {timed or functional}")
    else:
        expect(bool(CYCLE.search(timed)), "no cycle in the note of the timed run")
        expect(not CYCLE.search(functional), "a cycle in the functional run")
        print_runs(timed, functional)
    run_unchecked(elf, args, timed)
    if not args.timed:
        run_unchecked(elf, args, functional, "--functional")

def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--status", type=int, required=True, help="expected exit status")
    parser.add_argument("--correct", action="store_true", help="expect no message")
    parser.add_argument("--timed", action="store_true",
                        help="no functional run: the program reads the cycle counter")
    parser.add_argument("--mcpu", default="base", help="variant")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--clang", default="-O1", help="options of clang")
    parser.add_argument("program", type=Path)
    parser.add_argument("output", type=Path, help="prefix of the files written")
    return parser.parse_args()

def build(args) -> Path:
    obj, elf = (args.output.with_suffix(suffix) for suffix in (".o", ".elf"))
    options = ["-filetype=obj", f"-mcpu={args.mcpu}", "-o", obj]
    if args.program.suffix == ".c":
        module = args.output.with_suffix(".ll")
        subprocess.run(["matrix-cc", "-ffreestanding", "-fno-builtin", "-g", *args.clang.split(),
                        "-S", "-emit-llvm", args.program, "-o", module], check=True)
        subprocess.run(["llc", "-mtriple=matrix", *options, module], check=True)
        start = []
    else:
        subprocess.run(["matrix-mc", "-g", "-I", INPUTS, *options, args.program], check=True)
        start = ["--no-start-files"]
    subprocess.run(["matrix-ld", *start, obj, "-o", elf], check=True)
    return elf

def run(elf, args, *options) -> str:
    status, messages = simulate(elf, args, *options)
    expect(status == args.status, f"status {status} instead of {args.status}:\n{messages}")
    return messages

def run_unchecked(elf, args, checked: str, *options):
    status, messages = simulate(elf, args, "--no-hazard-checks", "--max-instructions=100000",
                                *options)
    is_hazard = args.status >= FIRST_HAZARD and not args.correct
    expect(status != args.status if is_hazard else (status, messages) == (args.status, checked),
           f"status {status} with --no-hazard-checks:\n{messages}")

def simulate(elf, args, *options):
    done = subprocess.run(["matrix-sim", f"--cores={args.cores}", *options, elf],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          check=False)
    lines = [line for line in done.stderr.splitlines() if not CALL_FRAME.fullmatch(line)]
    return done.returncode, "\n".join(lines)

def print_runs(timed: str, functional: str):
    print(timed)
    if CYCLE.sub("", timed) != functional:
        print("functional run:", functional, sep="\n")

def expect(condition: bool, message: str):
    if not condition:
        sys.exit(f"hazard.py: {message}")

if __name__ == "__main__":
    main()

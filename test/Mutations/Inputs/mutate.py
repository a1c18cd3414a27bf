#===- mutate.py - mutation test of generated tests -------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Mutates the output of one generator, compiles the files that include it
into a separate folder, relinks the tool and runs a generated test
(test/Instructions) with it. The test must fail and name the error.

    mutate.py BUILD DESCRIPTION.json --work FOLDER [NAME...]

The build is not modified; compile and link commands are those of Ninja."""

import argparse
import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

from mutations import MUTATIONS

CHECKS = Path(__file__).resolve().parents[2] / "Instructions" / "Inputs"
TOOLS = ["llc", "matrix-ld", "matrix-mc", "matrix-objdump", "matrix-opt", "matrix-sim",
         "matrix-translate"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("description", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    chosen = [m for m in MUTATIONS if not options.names or m.name in options.names]
    survivors = 0
    for mutation in chosen:
        began = time.monotonic()
        folder = options.work / mutation.name
        shutil.rmtree(folder, ignore_errors=True)
        Scratch(options.build.resolve(), folder.resolve()).build_tool(mutation)
        line = caught(mutation, folder, options.description.resolve())
        survivors += not line
        print(f"{mutation.name} ({mutation.what}), {time.monotonic() - began:.1f} s: "
              f"{line or 'NOT NOTICED'}", flush=True)
    print(f"{len(chosen)} mistakes in generators, {survivors} not noticed")
    sys.exit(bool(survivors or not chosen))


def caught(mutation, folder: Path, description: Path) -> str:
    """Returns the message that detects the mutation; empty if it survives."""
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    script, *more = mutation.check
    done = subprocess.run(
        [sys.executable, CHECKS / script, description, "--work", folder / "test",
         "--cpu=base", *more],
        env=environment, text=True, capture_output=True)
    said = done.stdout + done.stderr
    found = re.search(rf"^.*(?:{mutation.says}).*$", said, re.MULTILINE)
    if done.returncode and found:
        return found[0].strip()[:160]
    print(f"{mutation.name}: exit status {done.returncode}, expected a failure with "
          f"'{mutation.says}'\n{said[-3000:]}", file=sys.stderr)
    return ""


class Scratch:
    """A folder with all tools, one of them mutated."""

    def __init__(self, build: Path, folder: Path):
        self.build = build
        self.folder = folder
        for name in ("bin", "lib", "include", "objects"):
            (folder / name).mkdir(parents=True)
        for tool in TOOLS:
            shutil.copy2(build / "bin" / tool, folder / "bin")
        for entry in (build / "lib").iterdir():
            (folder / "lib" / entry.name).symlink_to(entry)

    def build_tool(self, mutation):
        self.plant(mutation)
        objects = {name: self.compile(name) for name in self.includers(mutation)}
        self.link(mutation.tool, objects)

    def plant(self, mutation):
        for self.file in sorted(self.build.glob(mutation.file)):
            text = self.file.read_text()
            mutant = re.sub(mutation.pattern, mutation.replacement, text, count=1,
                            flags=re.DOTALL)
            if mutant != text:
                (self.folder / "include" / self.file.name).write_text(mutant)
                return
        sys.exit(f"mutate.py: error: {mutation.name}: '{mutation.pattern}' is not in "
                 f"{mutation.file}; bring the list up to date")

    def includers(self, mutation):
        """Objects of the tool whose sources include the generated file."""
        names = [name for name, files in self.dependencies()
                 if any(fnmatch.fnmatch(name, pattern) for pattern in mutation.objects)
                 and self.file in files]
        assert names, f"{mutation.objects}: none includes {self.file}"
        return names

    def dependencies(self):
        """Objects and the dependencies of each."""
        text = subprocess.run(["ninja", "-C", self.build, "-t", "deps"], check=True,
                              text=True, capture_output=True).stdout
        for paragraph in text.split("\n\n"):
            name, _, files = paragraph.partition(": ")
            yield name, {self.build / line.strip() for line in files.splitlines()[1:]}

    def command(self, target) -> list:
        text = subprocess.run(["ninja", "-C", self.build, "-t", "commands", "-s", target],
                              check=True, text=True, capture_output=True).stdout
        lines = [l for l in text.splitlines() if not l.startswith("ninja:")]
        return shlex.split(lines[-1].removeprefix(": && ").removesuffix(" && :"))

    def compile(self, name) -> Path:
        command = self.command(name)
        target = self.folder / "objects" / name.replace("/", "_")
        command[command.index("-o") + 1] = str(target)
        command.insert(command.index("-c"), f"-I{self.folder / 'include'}")
        # The first folder of the line takes precedence.
        first = next(i for i, word in enumerate(command) if word.startswith("-I"))
        command.insert(first, command.pop(command.index("-c") - 1))
        self.run([word for word in command if word not in ("-MD",)])
        return target

    def link(self, tool, objects):
        command = self.command(tool)
        command[command.index("-o") + 1] = str(self.replaced(tool))
        for name, target in objects.items():
            if name in command:
                command[command.index(name)] = str(target)
            else:
                # An archive member: the first definition takes precedence.
                command.insert(command.index("-o"), str(target))
        self.run(command)

    def replaced(self, tool) -> Path:
        path = self.folder / tool
        path.unlink(missing_ok=True)
        return path

    def run(self, command):
        done = subprocess.run(command, cwd=self.build, text=True, capture_output=True)
        if done.returncode:
            sys.exit(f"{shlex.join(command)}\n{done.stderr[-4000:]}")


if __name__ == "__main__":
    main()

"""Runs a tutorial as a reader would, and compares its output.

    run_tutorial.py FILE FOLDER [--files]

A block below a line "File `NAME`:" is a file; it is written to FOLDER (relative to the
folder the commands have changed to). A line "$ COMMAND" of a `console` block is run, all
by one shell; the lines below it, if any, are its output, in which "..." stands for
any text. --files only writes the files. Prints the commands and "N files, M commands".
"""

import re
import subprocess
import sys
from pathlib import Path

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"^File `([^`]+)`:\n\n\Z", re.M)
END = "--- end of command, status"


def main() -> int:
    text, folder, only = Path(sys.argv[1]).read_text(), Path(sys.argv[2]), sys.argv[3:]
    shell, files, commands, end = Shell(folder), 0, 0, 0
    for block in FENCE.finditer(text):
        file = FILE.search(text[end:block.start()])
        end = block.end()
        if file:
            files += 1
            write(folder if only else shell.folder(), file[1], block[2])
        elif block[1] == "console" and not only:
            for command, expected in steps(block[2]):
                commands += 1
                shell.check(command, expected)
    print(f"{files} files, {commands} commands")
    return 0


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def steps(block: str):
    """Yields (command, expected output) of a console block."""
    for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, expected = step.partition("\n")
        yield command, expected.rstrip()


class Shell:
    """One shell for all commands: folders and variables persist."""

    def __init__(self, folder: Path):
        self.process = subprocess.Popen(
            ["bash"], cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)

    def check(self, command: str, expected: str) -> None:
        print("$", command, flush=True)
        output, status = self.run(command)
        print(output, flush=True)
        if status:
            sys.exit(f"error: exit status {status}")
        if expected and not re.fullmatch(pattern_of(expected), squeezed(output)):
            sys.exit(f"error: the tutorial shows\n{expected}")

    def run(self, command: str):
        self.process.stdin.write(f"{{ {command}\n}} < /dev/null\necho; echo {END} $?\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.startswith(END):
                return "".join(lines).rstrip(), int(line.split()[-1])
            lines.append(line)
        sys.exit("error: the shell has ended")

    def folder(self) -> Path:
        return Path(self.run("pwd")[0])


def pattern_of(expected: str) -> str:
    """A line that consists of "..." stands for any number of lines."""
    return "".join(r"(?:.*\n)*" if line == "..." else
                   ".*".join(map(re.escape, line.split("..."))) + r"\n"
                   for line in squeezed(expected).splitlines())


def squeezed(text: str) -> str:
    """Without differences in blanks within lines."""
    return "".join(" ".join(line.split()) + "\n" for line in text.strip().splitlines())


if __name__ == "__main__":
    sys.exit(main())

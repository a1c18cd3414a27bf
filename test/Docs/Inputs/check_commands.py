"""Checks the commands that Markdown files show, in code blocks and in code spans: programs
and scripts exist, and a program has the options, by its help.

    check_commands.py ROOT TOOLS_FOLDER [FILE...]    default: all files but the changelog
"""

import re
import shlex
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

OPTION = re.compile(r"(?<![\w-])-{1,2}((?:#+|[A-Za-z])[\w-]*)")
OPERATORS = re.compile(r"[|;&<>]+|#.*")


def main() -> int:
    root, tools = Path(sys.argv[1]), Path(sys.argv[2])
    count, problems = 0, 0
    for page in sys.argv[3:] or pages(root):
        for number, line in commands((root / page).read_text()):
            for words in simple_commands(line):
                found = problem_of(root, tools, words)
                count += found is not None
                if found:
                    problems += 1
                    print(f"{page}:{number}: error: {found}")
    print(f"{count} commands, {problems} problems")
    return 1 if problems else 0


def pages(root: Path):
    sys.path.insert(0, str(root / "utils" / "lint"))
    from project_files import project_files
    return [name for name in project_files(root)
            if name.endswith(".md") and name != "CHANGELOG.md"]


def commands(text: str):
    """Yields (line number, command) for lines of code and for code spans."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"    (?! )(.*)|\$ (.*)", line):
            yield number, match[1] or match[2]
        else:
            yield from ((number, span) for span in re.findall(r"`([^`]+)`", line))


def simple_commands(line: str):
    """Yields the words of each command of a pipeline or list."""
    for part in OPERATORS.split(re.sub(r"\$\([^()]*\)", "VALUE", line)):
        try:
            words = shlex.split(part)
        except ValueError:  # a quote that an operator has cut
            words = part.split()
        while words and ("=" in words[0] or words[0] in ("!", "env", "time", "{")):
            words = words[1:]
        if words:
            yield words


def problem_of(root: Path, tools: Path, words: list[str]):
    """Returns None for text that is not a command of the project, and "" for a valid one."""
    program = words[0].rpartition("/")[2]
    if re.fullmatch(r"utils/[\w/-]+", words[0]) and len(words) > 1:
        return "" if (root / words[0]).exists() else f"no script '{words[0]}'"
    if not (program.startswith("matrix-") or program == "llc") or len(words) < 2:
        return None
    if not (tools / program).exists():
        return f"no program '{program}'" if "/bin/" in words[0] else None
    for word in words[1:]:
        if (match := OPTION.match(word)) and not has_option(tools / program, match[1]):
            return f"{program} has no option '{word}'"
    return ""


def has_option(tool: Path, option: str) -> bool:
    """Values may follow single letters and `O` without a separator."""
    known = options(tool)
    return option in known or option[0] in known and option[0] in "DIOLlz"


@lru_cache(maxsize=None)
def options(tool: Path) -> frozenset:
    for help_option in ("--help-hidden", "--help"):
        done = subprocess.run([tool, help_option], capture_output=True, text=True, timeout=60)
        if done.returncode == 0:
            return frozenset(OPTION.findall(done.stdout))
    sys.exit(f"{tool.name} has no help")


if __name__ == "__main__":
    sys.exit(main())

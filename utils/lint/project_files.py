#===- utils/lint/project_files.py - files of the project -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lists the files of a project: those tracked by git, and untracked files that are
not ignored. Without git or its folder, as in a tarball, all files that the
.gitignore of the root does not match.

    project_files.py FOLDER
"""

import fnmatch
import os
import subprocess
import sys
from pathlib import Path


def project_files(root: Path) -> list[str]:
    """Returns sorted names relative to the root."""
    names = tracked(root)
    if names is None:
        names = walked(root)
    return sorted(name for name in set(names) if (root / name).is_file())


def tracked(root: Path):
    """Returns None without git or outside a repository."""
    if not (root / ".git").exists():
        return None
    try:
        return subprocess.run(
            ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
            check=True, capture_output=True, text=True,
            # Ignore repositories that contain the root folder.
            env={**os.environ, "GIT_CEILING_DIRECTORIES": str(root.resolve().parent)},
        ).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        return None


def walked(root: Path):
    ignored = Ignored(root / ".gitignore")
    for folder, folders, files in os.walk(root):
        inside = Path(folder).relative_to(root)
        folders[:] = [name for name in folders if not ignored(inside / name, True)]
        yield from (str(inside / name) for name in files
                    if not ignored(inside / name, False))


class Ignored:
    """The patterns of one .gitignore file: `/x` in the root, `x/` folders, `*.x`."""

    def __init__(self, path: Path):
        lines = path.read_text().splitlines() if path.exists() else []
        self.patterns = [".git", *(line.strip() for line in lines
                                   if line.strip() and not line.startswith("#"))]

    def __call__(self, path: Path, is_folder: bool) -> bool:
        return any(self.matches(pattern, path, is_folder) for pattern in self.patterns)

    @staticmethod
    def matches(pattern: str, path: Path, is_folder: bool) -> bool:
        if pattern.endswith("/") and not is_folder:
            return False
        pattern = pattern.rstrip("/")
        if "/" in pattern:
            return fnmatch.fnmatch(str(path), pattern.lstrip("/"))
        return fnmatch.fnmatch(path.name, pattern)


if __name__ == "__main__":
    print(*project_files(Path(sys.argv[1])))

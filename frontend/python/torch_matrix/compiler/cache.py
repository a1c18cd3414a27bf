#===- cache.py - compiled programs on disk --------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Cache of compiled programs on disk. A file has the checksum of its contents, appears
atomically, and is named by a hash of all that determines it: many processes can use
one folder. The least recently used files are removed when the folder exceeds its
maximum size. No error of the file system is one of the user: it is a warning."""

import hashlib
import os
import tempfile
import time
import warnings
from functools import cache
from importlib.metadata import version
from pathlib import Path

from .. import runtime
from ..tools import tool

MAGIC = b"torch-matrix 1\n"
DEFAULT_BYTES = 1 << 30
STALE = 3600  # seconds after which a temporary file has no writer


def folder() -> Path | None:
    """MATRIX_CACHE, or the user's cache; None: "off"."""
    given = os.environ.get("MATRIX_CACHE")
    if given == "off":
        return None
    user = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(given or Path(user) / "torch_matrix")


def limit() -> int:
    """MATRIX_CACHE_SIZE, in bytes."""
    given = os.environ.get("MATRIX_CACHE_SIZE")
    if not given:
        return DEFAULT_BYTES
    if not given.isdecimal():
        warn(f"MATRIX_CACHE_SIZE is a number of bytes, not '{given}'")
        return DEFAULT_BYTES
    return int(given)


def key(source: str, arguments: list[str]) -> str:
    """A hash of the input of the compiler, its options, and the compiler itself."""
    parts = [source, *arguments, *build_of_tools(tool("matrix-compile"))]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{len(part)}:".encode())
        digest.update(part.encode())
    return digest.hexdigest()


@cache
def build_of_tools(compiler: str) -> tuple[str, ...]:
    package = Path(__file__).resolve().parents[1]
    return (version("torch"), version("iree-base-compiler"),
            runtime.library().description_hash(),
            *(digest(path.read_bytes()) for path in sorted(package.rglob("*.py"))),
            *(state_of(path) for path in files_of(Path(compiler))))


def files_of(compiler: Path) -> list[Path]:
    """matrix-compile, the target that it loads, and what it links."""
    compiler = compiler.resolve()
    libraries = compiler.parents[1] / "lib"
    return [compiler, libraries / "libLLVMMatrix.so",
            *sorted((libraries / "matrix").rglob("*"))]


def state_of(path: Path) -> str:
    state = path.stat() if path.exists() else None
    return f"{path} {state and (state.st_size, state.st_mtime_ns)}"


def load(key: str) -> bytes | None:
    """The contents stored under the key; None if there are none or they are damaged."""
    path = path_of(key)
    try:
        data = path.read_bytes()
        head, contents = data[:len(MAGIC) + 64], data[len(MAGIC) + 64:]
        if head == MAGIC + digest(contents).encode():
            os.utime(path)
            return contents
        path.unlink()
        warn(f"{path} is damaged; the program is compiled again")
    except (FileNotFoundError, NotADirectoryError):  # see store()
        pass
    except OSError as error:
        warn(f"{path} cannot be read: {error.strerror}")
    return None


def store(key: str, contents: bytes) -> None:
    path, temporary = path_of(key), None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            temporary = Path(file.name)
            file.write(MAGIC + digest(contents).encode() + contents)
        temporary.replace(path)
        trim(path.parent, limit())
    except OSError as error:
        warn(f"{path} cannot be written: {error.strerror}; "
             "set MATRIX_CACHE to another folder, or to off")
        if temporary:
            temporary.unlink(missing_ok=True)


def trim(folder: Path, bytes: int) -> None:
    """Removes the least recently used files, and those of writers that were killed."""
    files, used = [], 0
    for entry in os.scandir(folder):
        try:
            state = entry.stat()
        except FileNotFoundError:  # another process was faster
            continue
        if not entry.name.startswith("."):
            files.append((state.st_mtime_ns, state.st_size, entry.path))
            used += state.st_size
        elif state.st_mtime < time.time() - STALE:
            Path(entry.path).unlink(missing_ok=True)
    for _, size, path in sorted(files):
        if used <= bytes:
            return
        Path(path).unlink(missing_ok=True)
        used -= size


def path_of(key: str) -> Path:
    return folder() / key


def digest(contents: bytes) -> str:
    return hashlib.sha256(contents).hexdigest()


def warn(message: str) -> None:
    warnings.warn(f"cache of compiled programs: {message}", RuntimeWarning, stacklevel=3)

#===- wheel.py - the PyTorch package with tools and libraries -------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes a wheel: torch_matrix, as pyproject.toml describes it, and matrix_accelerator,
which has the tools and libraries of a build and a script for each tool.

    wheel.py [--build FOLDER] [--output FOLDER] [--system-llvm]
"""

import argparse
import base64
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tree import platform_tag, runtime_tree

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "frontend" / "python"
CARRIER = "matrix_accelerator"


def main() -> int:
    options = arguments()
    if not (options.build / "bin" / "matrix-compile").exists():
        print(f"wheel: error: {options.build} has no matrix-compile; run utils/build",
              file=sys.stderr)
        return 1
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = write(options, Path(folder))
    except subprocess.CalledProcessError as error:
        print(f"wheel: error: {error}", file=sys.stderr)
        return 1
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    return 0


def arguments():
    parser = argparse.ArgumentParser(prog="utils/wheel")
    parser.add_argument("--build", type=Path, default=ROOT / "build",
                        help="the build (default: build)")
    parser.add_argument("--output", type=Path,
                        help="folder of the wheel (default: dist in the build)")
    parser.add_argument("--system-llvm", action="store_true",
                        help="leave out LLVM's libraries; the wheel needs Debian's")
    options = parser.parse_args()
    options.output = options.output or options.build / "dist"
    return options


def write(options, folder: Path) -> Path:
    tree = runtime_tree(options.build, folder / "tree", options.system_llvm)
    tag = platform_tag(tree, options.system_llvm)
    pure = pure_wheel(folder)
    options.output.mkdir(parents=True, exist_ok=True)
    path = options.output / pure.name.replace("-any.whl", f"-{tag}.whl")
    with zipfile.ZipFile(pure) as source, Writer(path) as wheel:
        for name in source.namelist():
            wheel.add(name, changed(name, source.read(name), tree, tag))
        wheel.add(f"{CARRIER}/__init__.py", (SOURCES / CARRIER / "__init__.py").read_bytes())
        for file in sorted(tree.rglob("*")):
            if file.is_file():
                wheel.add(f"{CARRIER}/{file.relative_to(tree)}", file.read_bytes(),
                          executable=file.stat().st_mode & 0o100)
    return path


def pure_wheel(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check",
                    "--no-deps", "--no-build-isolation", SOURCES, "-w", folder], check=True)
    return next(folder.glob("*.whl"))


def changed(name: str, data: bytes, tree: Path, tag: str) -> bytes | None:
    """The metadata of a wheel with binaries; None: a file that is written anew."""
    folder, _, file = name.partition("/")
    if folder.endswith(".dist-info"):
        if file == "RECORD":
            return None
        if file == "WHEEL":
            return (data.replace(b"Root-Is-Purelib: true", b"Root-Is-Purelib: false")
                    .replace(b"-none-any", f"-none-{tag}".encode()))
        if file == "entry_points.txt":
            return data.rstrip() + b"\n\n[console_scripts]\n" + "".join(
                f"{tool} = {CARRIER}:main\n" for tool in scripts(tree)).encode()
    return data


def scripts(tree: Path) -> list:
    """The tools by names that hide no tool of another package."""
    names = {path.name for path in (tree / "bin").iterdir()}
    return sorted(names - {"llc"} | {"matrix-llc", "matrix-c++"})


class Writer:
    """A wheel; writes RECORD at the end."""

    def __init__(self, path: Path):
        self.file = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if not error[0]:
            name = next(name.partition("/")[0] for name, *_ in self.record
                        if ".dist-info/" in name) + "/RECORD"
            lines = [f"{name},{digest},{size}" for name, digest, size in self.record]
            self.put(name, "\n".join([*lines, f"{name},,", ""]).encode(), False)
        self.file.close()

    def add(self, name: str, data: bytes | None, executable=False) -> None:
        if data is None:
            return
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
        self.record.append((name, f"sha256={digest.decode()}", len(data)))
        self.put(name, data, executable)

    def put(self, name: str, data: bytes, executable) -> None:
        info = zipfile.ZipInfo(name)  # with a fixed date
        info.external_attr = (0o100755 if executable else 0o100644) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.file.writestr(info, data)


if __name__ == "__main__":
    sys.exit(main())

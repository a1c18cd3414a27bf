#===- tree.py - tools and libraries of a wheel ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The tools and libraries that a wheel carries: from the installation of a build, with
the libraries that they link. The closure of linked libraries is that of the dynamic
loader (ldd), without the C and C++ libraries that every system has. The tag states the
newest version of glibc whose symbols a file refers to."""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

# Folders and files of the installation. Symbolic links are left out: a wheel has none.
CARRIED = ["bin/*", "lib/libLLVMMatrix.so", "lib/libmatrix_sim.so.*", "lib/libMLIRMatrix.so.*",
           "lib/matrix/**/*", "include/matrix_sim.h"]
# On every system that the tag admits: the C and C++ libraries.
SYSTEM = re.compile(r"(linux-vdso|ld-linux|lib(c|m|dl|rt|util|pthread|resolv|gcc_s|stdc\+\+)\.so)")
# Libraries that matrix-run loads.
LOADED = ["libmlir_c_runner_utils.so", "libmlir_float16_utils.so"]


def runtime_tree(build: Path, tree: Path, system_llvm: bool) -> Path:
    installation = tree.parent / "installation"
    subprocess.run(["cmake", "--install", build, "--prefix", installation, "--strip",
                    "--component", "Unspecified"], check=True, stdout=subprocess.DEVNULL)
    for pattern in CARRIED:
        for file in sorted(installation.glob(pattern)):
            if file.is_file() and not file.is_symlink():
                copy(file, tree / file.relative_to(installation))
    if not system_llvm:
        copy_libraries(tree)
    return tree


def copy(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, target)


def copy_libraries(tree: Path) -> None:
    """Copies what the tools link and load, and what that links, under the names by
    which it is linked."""
    linked = linked_by([*(tree / "bin").iterdir(), *(tree / "lib").glob("*.so*")])
    mlir = next(path.parent for name, path in linked.items() if name.startswith("libMLIR.so"))
    loaded = {name: mlir / name for name in LOADED}
    for name, path in {**loaded, **linked_by(loaded.values()), **linked}.items():
        if not SYSTEM.match(name) and not (tree / "lib" / name).exists():
            copy(path.resolve(), tree / "lib" / name)
            copy_license(path.resolve(), tree / "licenses")


def copy_license(library: Path, folder: Path) -> None:
    """Copies the license of the Debian package that has the library, also as /lib instead
    of /usr/lib."""
    package = subprocess.run(["dpkg", "-S", f"*/{library.name}"], capture_output=True, text=True,
                             check=True).stdout.partition(":")[0]
    copy(Path("/usr/share/doc") / package / "copyright", folder / package)


def linked_by(files) -> dict:
    """Names and paths of libraries, as the dynamic loader finds them."""
    found = {}
    for file in files:
        text = subprocess.run(["ldd", file], capture_output=True, text=True, check=True,
                              env={**os.environ, "LC_ALL": "C"}).stdout
        for name, path in re.findall(r"^\s+(\S+) => (/\S+)", text, re.M):
            found[name] = Path(path)
    return found


def platform_tag(tree: Path, system_llvm: bool) -> str:
    """The tag of systems with the newest version of glibc that a file refers to. A wheel
    that needs Debian's packages has no such tag."""
    machine = platform.machine()
    if system_llvm:
        return f"linux_{machine}"
    versions = {int(minor) for file in tree.rglob("*") if file.is_file()
                for minor in re.findall(rb"\0GLIBC_2\.(\d+)(?=[.\0])", file.read_bytes())}
    return f"manylinux_2_{max(versions)}_{machine}"

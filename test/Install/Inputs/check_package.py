"""check_package.py PACKAGE ROOT BUILD SOURCES: prints the files of the Debian package,
which is installed in the folder ROOT, and errors: paths of the build, run-time paths
into it, links to nothing, names that other packages have, tools without manual page or
completion, missing compression and licenses."""

import gzip
import re
import stat
import subprocess
import sys
from pathlib import Path

package, root, build, sources = map(Path, sys.argv[1:])
NAME = "matrix-accelerator"


def main():
    listed = contents()
    problems = [f"error: {problem}" for check in (
        check_files, check_tools, check_libraries, check_names, check_documents)
        for problem in check(listed)]
    print("\n".join([*map(str, listed), *problems]))
    print(f"{len(listed)} files, {len(problems)} problems")
    return bool(problems)


def output(*command) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def contents() -> list:
    paths = (line.split(None, 5)[5].partition(" -> ")[0]
             for line in output("dpkg-deb", "-c", package).splitlines())
    return [Path(path) for path in paths if not path.endswith("/")]


def check_files(listed):
    needles = [str(build.resolve()).encode(), str(sources.resolve()).encode()]
    for name in listed:
        path = root / name
        if not path.exists():
            yield f"{name}: a link to nothing"
        elif not path.resolve().is_relative_to(root.resolve()):
            yield f"{name}: leaves the package"
        elif path.is_dir():
            continue
        elif any(needle in path.read_bytes() for needle in needles):
            yield f"{name}: contains a path of the build"
        elif path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            yield f"{name}: others may write"


def check_tools(listed):
    """Each tool has a manual page that man formats, and a completion."""
    tools = [name.name for name in listed if name.parent == Path("usr/bin")]
    if len(tools) < 14:
        yield f"only {len(tools)} tools"
    for tool in tools:
        page = root / "usr/share/man/man1" / f"{tool}.1.gz"
        if not page.exists():
            yield f"{tool}: no manual page"
            continue
        text = gzip.decompress(page.read_bytes()).decode()
        if f'.TH {tool.upper()}'.replace("-", "\\-") not in text or text.count(".TP") < 3:
            yield f"{tool}: the manual page has no options"
        formatted = subprocess.run(["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z"], input=text,
                                   capture_output=True, text=True)
        if formatted.returncode or formatted.stderr:
            yield f"{tool}: {formatted.stderr}"
        if not (root / "usr/share/bash-completion/completions" / tool).exists():
            yield f"{tool}: no completion"


def check_libraries(listed):
    for name in listed:
        path = root / name
        if path.is_symlink() or not path.is_file() or path.read_bytes()[:4] != b"\x7fELF" or path.suffix == ".o":
            continue
        dynamic = output("readelf", "-d", path)
        for folder in ":".join(re.findall(r"R(?:UN)?PATH.*\[(.*)\]", dynamic)).split(":"):
            if folder and not re.fullmatch(r"\$ORIGIN/\.\./lib|/usr/lib/llvm-\d+/lib", folder):
                yield f"{name}: run-time path {folder}"
        version = re.search(r"\.so\.([\d.]+)$", path.name)
        if version and f"[{path.name}]" not in dynamic:
            yield f"{name}: SONAME without version"
        if re.search(r"\.(symtab|debug_info)\b", output("readelf", "-SW", path)):
            yield f"{name}: not stripped"


def check_names(listed):
    """No installed package has a file of that name."""
    found = subprocess.run(["dpkg", "-S", *(f"/{name}" for name in listed)],
                           capture_output=True, text=True).stdout
    for line in found.splitlines():
        if not line.startswith(f"{NAME}:"):
            yield f"also in another package: {line}"


def check_documents(listed):
    for name in ("copyright", "changelog.gz", "changelog.Debian.gz"):
        if not (root / "usr/share/doc" / NAME / name).exists():
            yield f"no {name}"


sys.exit(main())

#===- database.py - the database of plans ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The database of measured plans (docs/reference/file-formats.md). It is replaced as a whole, so
that readers find a complete file at all times. Writers lock its folder, and add to
what other processes have written.
"""

import fcntl
import json
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

from .errors import TuningError

FORMAT, VERSION = "matrix-tuned-plans", 1
IDENTITY = ("key", "variant", "cores", "description")
TYPES = {"key": str, "variant": str, "cores": int, "description": str, "plan": str, "simulated": int, "default": int,
         "measured": list}
NAMES = {str: "string", int: "integer", list: "array"}


class Database:
    def __init__(self, path: Path):
        self.name = path
        self.path = Path(os.path.realpath(path))

    def create(self) -> None:
        """Reads the file, or writes an empty one: errors show before any work."""
        with self._locked():
            self._write(self.read())

    def read(self) -> list:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        except json.JSONDecodeError as wrong:
            raise self._error(f"{wrong.lineno}:{wrong.colno}", wrong.msg) from None
        except RecursionError:
            raise self._error("1:1", "is nested too deep") from None
        except UnicodeDecodeError:
            raise self._error("1:1", "is not text") from None
        except ValueError:  # a number with more digits than Python converts
            raise self._error("1:1", "has a number out of range") from None
        except OSError as failed:
            raise TuningError(f"{self.name}: error: cannot read: {failed.strerror}") from None
        return self._checked(found)

    def find(self, identity: dict) -> dict | None:
        return find(self.read(), identity)

    def record(self, identity: dict, group: str, measured: dict, default: int) -> None:
        """Adds one measured plan of a group. `default` are the cycles of the compiler's
        plan; other cycles in the file are of another compiler, and are dropped."""
        with self._locked():
            entries = self.read()
            entry = find(entries, identity)
            if entry is None:
                entries.append(entry := dict(identity))
            kept = entry.pop("measured") if entry.get("default") == default else []
            kept = [other for other in kept if other["plan"] != measured["plan"]] + [measured]
            best = min(kept, key=lambda plan: plan["simulated"])
            entry.update(group=group, **best, default=default, measured=kept)
            self._write(entries)

    # --- The file -------------------------------------------------------------

    def _error(self, place: str, reason: str) -> TuningError:
        return TuningError(f"{self.name}:{place}: error: {reason}")

    def _checked(self, found) -> list:
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._error("1:1", f"'format' is not '{FORMAT}'")
        if found.get("version") != VERSION:
            raise self._error("1:1", f"has version {found.get('version')}; version {VERSION} is supported")
        entries = found.get("entries")
        if not isinstance(entries, list):
            raise self._error("1:1", "expected array at (root).entries")
        for i, entry in enumerate(entries):
            self._check_types(entry, TYPES, f"entries[{i}]")
            for j, plan in enumerate(entry["measured"]):
                self._check_types(plan, {"plan": str, "simulated": int}, f"entries[{i}].measured[{j}]")
        return entries

    def _check_types(self, found, types: dict, where: str) -> None:
        if not isinstance(found, dict):
            raise self._error("1:1", f"expected object at (root).{where}")
        for key, kind in types.items():
            value = found.get(key)
            if not isinstance(value, kind) or isinstance(value, bool):
                problem = f"expected {NAMES[kind]}" if key in found else "missing value"
                raise self._error("1:1", f"{problem} at (root).{where}.{key}")
            if kind is int and value < 1:
                raise self._error("1:1", f"expected a positive number at (root).{where}.{key}")

    @contextmanager
    def _locked(self):
        try:
            folder = os.open(self.path.parent, os.O_RDONLY)
        except OSError as failed:
            raise self._unwritable(failed) from None
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _unwritable(self, failed: OSError) -> TuningError:
        return TuningError(f"{self.name}: error: cannot be written: {failed.strerror}")

    def _write(self, entries: list) -> None:
        text = json.dumps({"format": FORMAT, "version": VERSION, "entries": entries}, indent=1) + "\n"
        temporary = None
        try:
            descriptor, temporary = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                os.fchmod(descriptor, mode_of(self.path))
                file.write(text)
            os.replace(temporary, self.path)
        except OSError as failed:
            raise self._unwritable(failed) from None
        finally:
            if temporary and os.path.exists(temporary):
                os.unlink(temporary)


def find(entries: list, identity: dict) -> dict | None:
    return next((entry for entry in entries if all(entry[name] == identity[name] for name in IDENTITY)), None)


def mode_of(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

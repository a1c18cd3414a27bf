"""The cache of compiled programs, with many processes and with file systems that
fail."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import torch

from conftest import assert_close
from torch_matrix import program
from torch_matrix.compiler import cache, service

X = torch.arange(12.0).view(3, 4)


def affine(x):
    return x * 2 + 1


def run(**options):
    torch._dynamo.reset()
    result = torch.compile(affine, backend="matrix", options=options)(X)
    assert_close(result, affine(X))


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MATRIX_CACHE", str(tmp_path / "cache"))
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        yield tmp_path / "cache"


@pytest.fixture
def builds(monkeypatch):
    """The compilations of the test."""
    found, build = [], service.build
    monkeypatch.setattr(program.service, "build",
                        lambda *arguments: found.append(1) or build(*arguments))
    return found


def test_second_compilation_is_found(folder, builds):
    for _ in range(2):
        run()
    assert len(builds) == 1
    # The program, and the key that the graph leads to.
    assert len(list(folder.iterdir())) == 2


def test_known_graph_is_not_imported(folder, monkeypatch):
    run()
    monkeypatch.delattr(program.importing, "import_graph")
    run()


def test_constants_are_part_of_the_key(folder, builds):
    for value in (1.0, 2.0):
        torch._dynamo.reset()
        constant = torch.full((3, 4), value)
        function = torch.compile(lambda x: x + torch.tensor([value, value, 3.0, 4.0]) * constant,
                                 backend="matrix")
        assert_close(function(X), X + torch.tensor([value, value, 3.0, 4.0]) * constant)
    assert len(builds) == 2


def test_options_are_part_of_the_key(folder, builds):
    for options in ({}, {"cores": 1}, {"cores": 2}, {"mcpu": "edge"}):
        run(**options)
    assert len(builds) == 4


def test_another_compiler_is_another_key(folder, monkeypatch):
    first = cache.key("module {}", [])
    assert first == cache.key("module {}", [])
    monkeypatch.setattr(cache, "state_of", lambda path: "rebuilt")
    cache.build_of_tools.cache_clear()
    assert first != cache.key("module {}", [])
    cache.build_of_tools.cache_clear()
    assert len({cache.key(*parts) for parts in (("ab", []), ("a", ["b"]), ("", ["ab"]))}) == 3


def test_switched_off(folder, builds, monkeypatch):
    run(cache=False)
    monkeypatch.setenv("MATRIX_CACHE", "off")
    run()
    assert len(builds) == 2 and not folder.exists()


@pytest.mark.parametrize("damage", [
    lambda data: data[:-1], lambda data: b"", lambda data: data[:-9] + b"x" + data[-8:],
    lambda data: b"x" + data[1:]])
def test_damaged_file_is_replaced(damage, folder, builds):
    run()
    path = max(folder.iterdir(), key=lambda path: path.stat().st_size)
    good = path.read_bytes()
    path.write_bytes(damage(good))
    with pytest.warns(RuntimeWarning, match="is damaged; the program is compiled again"):
        run()
    assert len(builds) == 2 and path.read_bytes() == good


def test_least_recently_used_is_removed(folder, monkeypatch):
    monkeypatch.setenv("MATRIX_CACHE_SIZE", "3300")
    for number in range(3):
        cache.store(f"key{number}", bytes(1000))
        os.utime(folder / f"key{number}", (number, number))
    cache.load("key0")
    cache.store("key3", bytes(1000))
    assert sorted(path.name for path in folder.iterdir()) == ["key0", "key2", "key3"]


def test_file_of_a_killed_writer_is_removed(folder):
    folder.mkdir()
    (folder / ".old").touch()
    os.utime(folder / ".old", (0, 0))
    (folder / ".new").touch()
    cache.store("key", b"contents")
    assert sorted(path.name for path in folder.iterdir()) == [".new", "key"]


def test_size_that_is_no_number(folder, monkeypatch):
    monkeypatch.setenv("MATRIX_CACHE_SIZE", "1G")
    with pytest.warns(RuntimeWarning, match="MATRIX_CACHE_SIZE is a number of bytes, not '1G'"):
        cache.store("key", b"contents")


def test_folder_that_is_a_file(folder, builds):
    folder.touch()
    with pytest.warns(RuntimeWarning, match="cannot be written: .*set MATRIX_CACHE to another"):
        run()


def test_full_disk(monkeypatch):
    """Writing to /dev/full fails as on a full disk."""
    monkeypatch.setenv("MATRIX_CACHE", "/tmp/full")
    monkeypatch.setattr(cache.tempfile, "NamedTemporaryFile",
                        lambda **options: open("/dev/full", "wb", buffering=0))
    monkeypatch.setattr(cache.Path, "mkdir", lambda *arguments, **options: None)
    monkeypatch.setattr(cache.Path, "unlink", lambda *arguments, **options: None)
    with pytest.warns(RuntimeWarning, match="No space left on device"):
        cache.store("key", b"contents")


def test_many_processes(folder):
    """Writers, readers and removal at the same time."""
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from torch_matrix.compiler import cache
for i in range(150):
    key = f"key{i % 7}"
    data = cache.load(key)
    assert data in (None, key.encode() * 500), data
    cache.store(key, key.encode() * 500)
"""
    package = Path(cache.__file__).resolve().parents[2]
    environment = {**os.environ, "MATRIX_CACHE_SIZE": "9000", "PYTHONWARNINGS": "error::RuntimeWarning"}
    started = [subprocess.Popen([sys.executable, "-c", code, package], env=environment)
               for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 9000

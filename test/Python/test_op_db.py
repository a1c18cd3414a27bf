"""A fixed tenth of the entries of PyTorch's operator database, and a sample of the
other element types; --full takes a larger one. op_db.py runs all of it."""

from pathlib import Path

import op_db
import pytest
from op_db_judge import TYPES, is_worse, judge
from op_db_page import page, recorded

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "pytorch-operators.md"
ENTRIES = 10  # every how many entries of f32
FEW, MANY = 100, 12  # every how many pairs of entry and another type
OTHERS = [dtype for dtype in TYPES if dtype != "float32"]


def pytest_generate_tests(metafunc):
    if metafunc.function is test_pair:
        every = MANY if metafunc.config.getoption("full") else FEW
        metafunc.parametrize("name, dtype", op_db.pairs(every, OTHERS))


def test_pair(name, dtype):
    found = judge(op_db.database()[name], TYPES[dtype])
    assert found["verdict"] not in ("wrong", "died"), found["reason"]


@pytest.mark.parametrize("name", [name for name, _ in op_db.pairs(ENTRIES, ["float32"])])
def test_entry(name):
    """The verdict is not worse than the one on the page."""
    found = judge(op_db.database()[name], TYPES["float32"])
    before = recorded(PAGE.read_text())[name, "float32"]
    assert not is_worse(found["verdict"], before), \
        f"{found['verdict']} instead of {before}: {found['reason']}"


def test_page():
    lines = [{"name": "sort", "type": "int32", "verdict": "accelerated", "reason": "",
              "samples": {"accelerated": 3}},
             {"name": "mode", "type": "float32", "verdict": "idle",
              "reason": "aten.mode.default (a.py:3) has no lowering to Linalg",
              "samples": {"idle": 1, "outside": 2}}]
    text = page(lines, op_db.VERDICTS, "2026-11-23", "--every 10")
    assert "op_db.py --every 10\n" in text and "of 2026-11-23" in text
    entries, samples = text.split("## Samples")
    assert "| accelerated | 0 | 1 |" in entries
    assert "| accelerated | 0 | 3 |" in samples and "| outside | 2 | 0 |" in samples
    assert "| `aten.mode.default` | mode |" in text
    assert recorded(text) == {("sort", "int32"): "accelerated", ("mode", "float32"): "idle"}

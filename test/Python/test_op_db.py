"""A fixed sample of PyTorch's operator database; --full takes a larger one.
op_db.py runs all of it."""

import op_db
from op_db_judge import TYPES, judge
from op_db_page import page

FEW, MANY = 60, 12  # every how many pairs of entry and type


def pytest_generate_tests(metafunc):
    if "name" not in metafunc.fixturenames:
        return
    every = MANY if metafunc.config.getoption("full") else FEW
    metafunc.parametrize("name, dtype", op_db.pairs(every))


def test_entry(name, dtype):
    found = judge(op_db.database()[name], TYPES[dtype])
    assert found["verdict"] not in ("wrong", "died"), found["reason"]


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

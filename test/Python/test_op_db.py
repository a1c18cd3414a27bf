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
    lines = [{"name": "sort", "type": "int32", "verdict": "accelerated", "reason": ""},
             {"name": "qr", "type": "float32", "verdict": "refused",
              "reason": "operator aten.linalg_qr has no lowering to Linalg"}]
    text = page(lines, op_db.VERDICTS)
    assert "| accelerated | 0 | 1 |" in text
    assert "| `aten.linalg_qr` | qr |" in text

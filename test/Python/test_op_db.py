"""A fixed sample of PyTorch's operator database; --full takes a larger one.
op_db.py runs all of it."""

import op_db
from op_db_judge import TYPES, judge

FEW, MANY = 250, 12  # every how many pairs of entry and type


def pytest_generate_tests(metafunc):
    every = MANY if metafunc.config.getoption("full") else FEW
    metafunc.parametrize("name, dtype", op_db.pairs(every))


def test_entry(name, dtype):
    found = judge(op_db.database()[name], TYPES[dtype])
    assert found["verdict"] not in ("wrong", "died"), found["reason"]

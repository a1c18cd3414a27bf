"""Random graphs of operators equal eager mode; run_graphs.py runs other seeds."""

from run_graphs import check

VARIANTS = ["base", "ring32", "gemmini", "edge"]
FIRST, FEW, MANY = 8000, 12, 240


def pytest_generate_tests(metafunc):
    count = MANY if metafunc.config.getoption("full") else FEW
    if metafunc.function is test_gradients:
        count //= 4
    metafunc.parametrize("seed", range(FIRST, FIRST + count))


def test_graph(seed):
    source, problems, _ = check(seed, mcpu=VARIANTS[seed % len(VARIANTS)])
    assert not problems, source


def test_gradients(seed):
    source, problems, _ = check(seed, train=True, mcpu=VARIANTS[seed % len(VARIANTS)])
    assert not problems, source

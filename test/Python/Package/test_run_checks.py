"""The summary line of utils/check counts what runners report."""

import argparse
import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
spec = importlib.util.spec_from_file_location(
    "run_checks", ROOT / "utils" / "testing" / "run_checks.py")
run_checks = importlib.util.module_from_spec(spec)
sys.modules["run_checks"] = run_checks
spec.loader.exec_module(run_checks)


def test_lit_results(tmp_path, capsys):
    codes = ["PASS", "XFAIL", "FAIL", "XPASS", "TIMEOUT", "UNRESOLVED",
             "UNSUPPORTED", "EXCLUDED"]
    results = tmp_path / "lit.json"
    results.write_text(json.dumps({"tests": [{"name": f"{code}.test", "code": code}
                                             for code in codes]}))
    assert str(run_checks.count_lit(results)) == "2 passed, 4 failed, 1 skipped"
    assert capsys.readouterr().out == "skipped: UNSUPPORTED.test\n"


def test_junit_results(tmp_path):
    results = tmp_path / "junit.xml"
    outcomes = {"a": "", "b": "", "c": "<failure/>", "d": "<error/>", "e": "<skipped/>"}
    cases = "".join(f'<testcase classname="models" name="{name}">{outcome}</testcase>'
                    for name, outcome in outcomes.items())
    results.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    found = run_checks.count_junit(results)
    assert str(found) == "2 passed, 2 failed, 1 skipped"
    assert found.failures == ["models::c", "models::d"]


def test_failures_are_named_before_the_sum(monkeypatch, capsys):
    def one(options):
        """one"""
        return run_checks.Count(passed=2, failures=["a.test"])

    def two(options):
        """two"""
        return run_checks.Count(passed=1, skipped=1, failures=["b.test"])
    monkeypatch.setattr(sys, "argv", ["run_checks.py"])
    monkeypatch.setattr(run_checks, "RUNNERS", [one, two])
    assert run_checks.main() == 1
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "failed: a.test", "failed: b.test", "3 passed, 2 failed, 1 skipped"]


def test_a_log_has_a_line_for_each_test(monkeypatch):
    for is_terminal, expected in ((True, "-sv"), (False, "-v")):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
        assert run_checks.progress("-sv", "-v") == [expected]


def test_runner_that_breaks_is_a_failure(tmp_path):
    broken = [sys.executable, "-c", "raise SystemExit(3)"]
    found = run_checks.judged(tmp_path / "none", run_checks.count_lit, broken)
    assert str(found) == "0 passed, 1 failed"


def test_output_is_not_buffered(capfd):
    program = "import sys; print('one test'); sys.stderr.write('end')"
    assert run_checks.run([sys.executable, "-c", program + "; import os; os._exit(0)"]) == 0
    assert capfd.readouterr().out == "one test\n"


def test_old_results_do_not_count(tmp_path):
    results = tmp_path / "old.json"
    results.write_text(json.dumps({"tests": [{"code": "PASS"}]}))
    nothing = [sys.executable, "-c", ""]
    found = run_checks.judged(results, run_checks.count_lit, nothing)
    assert str(found) == "0 passed, 1 failed"


def test_lit_parameters(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["run_checks.py", "--full", "lit"])
    assert run_checks.parameters(run_checks.options()) == ["-Dfull=1"]
    monkeypatch.setattr(sys, "argv", ["run_checks.py", "--variant", "pocket", "lit"])
    assert run_checks.parameters(run_checks.options()) == ["-Dvariants=pocket"]
    monkeypatch.setattr(sys, "argv", ["run_checks.py", "--shard=2/3", "lit"])
    assert run_checks.parameters(run_checks.options()) == [
        "--order=lexical", "--num-shards=3", "--run-shard=2"]


@pytest.mark.parametrize("text", ["0/2", "3/2", "2", "a/b", "1/", "-1/2"])
def test_wrong_shard(text, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["run_checks.py", f"--shard={text}"])
    with pytest.raises(SystemExit):
        run_checks.options()
    assert f"'{text}' is not K/N with K from 1 to N" in capsys.readouterr().err


def test_runners_that_are_not_divided_belong_to_the_first_shard(capsys):
    calls = []

    @run_checks.whole
    def one(options):
        calls.append(options)
        return run_checks.Count(passed=1)
    for index in (1, 2):
        options = argparse.Namespace(shard=run_checks.Shard(index, 2))
        assert one(options).passed == (index == 1)
    assert len(calls) == 1
    assert capsys.readouterr().out == "one runs in shard 1\n"

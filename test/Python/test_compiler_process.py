"""The compiler process: errors, crashes, and its end."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import torch_matrix
from torch_matrix import fallback
from torch_matrix.compiler import service

PACKAGE = Path(torch_matrix.__file__).resolve().parents[1]
EMPTY = "module {}"


@pytest.fixture
def process():
    """A service of its own, so that the others' is not affected."""
    own = service.Service()
    yield own
    if own.process:
        own.stop()


def lower(process, text=EMPTY):
    return process.request("torch-mlir", text.encode()).decode()


def run(process, *command):
    return process.request("tool", b"input", command)


def children(pid):
    return [int(word) for word in
            Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_process_is_reused(process):
    lower(process)
    first = process.process.pid
    assert lower(process).startswith("module")
    assert run(process, "cat") == b"input"
    assert process.process.pid == first


def test_invalid_input(process):
    with pytest.raises(torch_matrix.ToolFailed, match="torch-mlir failed: .*"):
        lower(process, "module { torch.none_such }")
    lower(process)


# torch-mlir does not terminate on tensors of rank 0.
ENDLESS = """
func.func @main(%x: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> {
  %dim = torch.constant.int 0
  %false = torch.constant.bool false
  %y = torch.aten._softmax %x, %dim, %false : !torch.vtensor<[],f32>, !torch.int, !torch.bool -> !torch.vtensor<[],f32>
  return %y : !torch.vtensor<[],f32>
}"""


def test_limit_of_time(process, monkeypatch):
    lower(process)
    monkeypatch.setattr(service, "LIMIT", 2)
    with pytest.raises(torch_matrix.ToolFailed,
                       match="torch-mlir was terminated by SIGXCPU"):
        lower(process, ENDLESS)
    lower(process)


def test_failure_of_a_tool(process):
    with pytest.raises(torch_matrix.ToolFailed, match="^tool failed: cause$") as raised:
        run(process, "sh", "-c", "echo cause >&2; exit 3")
    assert raised.value.status == 3


def test_tool_that_is_not_executed(process, tmp_path):
    """No operator is the cause, so that none runs in eager mode."""
    with pytest.raises(torch_matrix.ToolFailed) as raised:
        run(process, tmp_path / "tool")
    assert str(raised.value) == \
        f"the compiler process failed: {tmp_path / 'tool'}: No such file or directory"
    assert not fallback.is_caused_by_operators(raised.value)


def test_crash_of_a_tool(process):
    script = "echo 'LLVM ERROR: out of registers' >&2; echo 'Stack dump:' >&2; kill -ABRT $$"
    with pytest.raises(torch_matrix.ToolFailed) as raised:
        run(process, "sh", "-c", script)
    assert str(raised.value) == "tool was terminated by SIGABRT: LLVM ERROR: out of registers"
    assert run(process, "cat") == b"input"


def test_crash_of_torch_mlir(process):
    """It runs in a child of the compiler process."""
    lower(process)
    # A tool takes the place of torch-mlir, so that there is time to kill its process.
    found = []
    thread = threading.Thread(target=lambda: found.append(outcome(process, "sleep", "60")))
    thread.start()
    wait_until(lambda: children(process.process.pid))
    os.kill(children(process.process.pid)[0], signal.SIGSEGV)
    thread.join()
    assert found == ["tool was terminated by SIGSEGV"]
    assert lower(process).startswith("module")


def outcome(process, *command):
    try:
        return run(process, *command)
    except torch_matrix.ToolFailed as error:
        return str(error)


def test_death_of_the_process(process):
    found = []
    lower(process)
    thread = threading.Thread(target=lambda: found.append(outcome(process, "sleep", "60")))
    thread.start()
    wait_until(lambda: children(process.process.pid))
    tool, = children(process.process.pid)
    os.kill(process.process.pid, signal.SIGKILL)
    thread.join()
    assert found == ["the compiler process was terminated by SIGKILL"]
    wait_until(lambda: not is_running(tool))
    assert lower(process).startswith("module")


def test_death_between_requests(process):
    lower(process)
    process.process.kill()
    process.process.wait()
    assert lower(process).startswith("module")


def test_threads_take_turns(process):
    found = []
    threads = [threading.Thread(target=lambda i=i: found.append(
        run(process, "echo", str(i)).decode())) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [f"{i}\n" for i in range(8)]


def test_process_after_fork():
    """A forked process has a compiler process of its own."""
    service.lower(EMPTY)
    mine = service.SERVICE.process.pid
    child = os.fork()
    if not child:
        try:
            own = service.lower(EMPTY).startswith("module") \
                and service.SERVICE.process.pid != mine
            service.at_exit()
            os._exit(0 if own else 1)
        except BaseException:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert service.lower(EMPTY).startswith("module")
    assert service.SERVICE.process.pid == mine


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_remains(end, tmp_path):
    """The end of the parent, during a compilation, ends all other processes."""
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from torch_matrix.compiler import service
service.SERVICE.request("tool", b"", ["sh", "-c", "echo $$ > pid; sleep 120 & wait"])
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", code, PACKAGE], cwd=tmp_path, stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path)})
    wait_until(lambda: children(parent.pid) and children(children(parent.pid)[0]))
    worker, = children(parent.pid)
    job, = children(worker)
    wait_until(lambda: children(job))
    tool, = children(job)
    parent.send_signal(end)
    parent.wait()
    wait_until(lambda: not any(map(is_running, (worker, job, tool))))
    assert list(tmp_path.iterdir()) == []


def test_missing_importer(monkeypatch):
    monkeypatch.setattr(torch_matrix.tools, "version", lambda name: "3.9.0")
    with pytest.raises(torch_matrix.MatrixError,
                       match="iree-base-compiler 3.10.0 is required, but 3.9.0 is"):
        torch_matrix.tools.require_importer()

#===- service.py - requests to the compiler process -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Requests to the compiler process, which starts at the first one, starts again after
it has died, and ends with this process. A request and an answer are each a header in
JSON and a payload of bytes; threads take turns. The CPU time of torch-mlir is limited
in proportion to its input. An interrupted request ends the process, because its answer
would be read as that of the next one."""

import atexit
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from ..errors import InvalidOption, ToolFailed
from ..tools import tool
from .progress import PERIOD, Progress
from .stopwatch import stage

FOLDER = Path(__file__).resolve().parents[1] / "worker"
TORCH_MLIR = "torch-mlir"
PROCESS = "the compiler process"  # in the place of a tool, if the process itself fails
LIMIT = 60  # seconds of CPU time of torch-mlir, and one more for each
BYTES_PER_SECOND = 100_000  # of its input
INVALID_USAGE = 2    # exit status of all tools
PATIENCE = 5  # seconds until a process that does not end is killed


class Service:
    """The compiler process. Threads take turns."""

    def __init__(self):
        self.forget()

    def forget(self) -> None:
        """Without a process; that of the parent of a fork is left to it."""
        self.lock = threading.Lock()
        self.process, self.connection = None, None

    def start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            # A session of its own: Ctrl-C interrupts the parent only. One thread:
            # the process forks.
            self.process = subprocess.Popen(
                [sys.executable, FOLDER, str(theirs.fileno())],
                pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/",
                start_new_session=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        self.connection = Connection(ours.detach())

    def stop(self) -> tuple[int, str]:
        """Returns the exit status of the process, and what it wrote to standard
        error."""
        process, connection = self.process, self.connection
        self.process, self.connection = None, None
        connection.close()
        try:
            said = process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            said = process.communicate()[1]
        return process.returncode, said.decode(errors="replace")

    def request(self, name: str, payload: bytes, command=None) -> bytes:
        """The output of a tool. If it fails, its message is an error."""
        with self.lock:
            header, result = self.exchange(
                {"tool": name, "command": command and list(map(str, command)),
                 "seconds": LIMIT + len(payload) // BYTES_PER_SECOND}, payload)
        if header["status"]:
            raise failure(**header)
        return result

    def exchange(self, request: dict, payload: bytes) -> tuple[dict, bytes]:
        if self.process and self.process.poll() is not None:
            self.stop()
        if not self.process:
            self.start()
        try:
            self.connection.send_bytes(json.dumps(request).encode())
            self.connection.send_bytes(payload)
            self.wait(request["tool"])
            return json.loads(self.connection.recv_bytes()), self.connection.recv_bytes()
        except (EOFError, OSError):
            status, said = self.stop()
            return {"tool": None, "status": status or 1, "message": said}, b""
        except BaseException:  # KeyboardInterrupt: the answer will not be read
            self.stop()
            raise


    def wait(self, tool: str) -> None:
        """For the answer."""
        progress = Progress(tool)
        try:
            while not self.connection.poll(PERIOD):
                progress.tick()
        finally:
            progress.end()


def failure(tool: str | None, status: int, message: str) -> ToolFailed:
    tool = tool or PROCESS
    if status < 0:
        name = signal.Signals(-status).name
        return ToolFailed(f"{tool} was terminated by {name}{cause(message)}", status, tool)
    return ToolFailed(f"{tool} failed: {message.strip() or f'exit status {status}'}",
                      status, tool)


def cause(message: str) -> str:
    """The line in which LLVM states why it aborts."""
    found = re.search(r"LLVM ERROR: .*|.*Assertion .* failed.*", message)
    return f": {found[0].strip()}" if found else ""


SERVICE = Service()


def after_fork() -> None:
    connection = SERVICE.connection
    SERVICE.forget()
    if connection:
        connection.close()


def at_exit() -> None:
    if SERVICE.process:
        SERVICE.stop()


os.register_at_fork(after_in_child=after_fork)
atexit.register(at_exit)


def lower(torch_dialect: str) -> str:
    """Linalg of a module in the torch dialect."""
    with stage("import", TORCH_MLIR):
        return SERVICE.request(TORCH_MLIR, torch_dialect.encode()).decode()


def build(linalg: str, arguments: list[str]) -> bytes:
    """The output of matrix-compile."""
    command = [tool("matrix-compile"), "-", "-o", "-", *arguments]
    with stage("compile", "compile"):
        return request("matrix-compile", linalg, command)


def request(name: str, linalg: str, command: list) -> bytes:
    """Invalid usage is that of the options, since all other arguments are of this package."""
    try:
        return SERVICE.request(name, linalg.encode(), command)
    except ToolFailed as error:
        if error.status != INVALID_USAGE:
            raise
        raise InvalidOption(str(error).rpartition("error: ")[2]) from error


def tune(linalg: str, arguments: list[str]) -> None:
    """Runs matrix-tune, which writes a database."""
    command = [tool("matrix-tune"), "-", *arguments]
    request("matrix-tune", linalg, command)

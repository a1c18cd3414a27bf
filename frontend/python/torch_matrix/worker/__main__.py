#===- __main__.py - the compiler process ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The compiler process: ``python worker FD``. It serves requests from a socket until
its parent closes it, one at a time, each in a child process of its own. A crash of
torch-mlir or LLVM therefore ends one request only, and memory of a request is freed
with its child. The end of the parent, also by SIGKILL, closes the socket and ends this
process; PR_SET_PDEATHSIG then ends its child, and the tools the child runs.

A request is a JSON object and a payload; so is the answer (service.py). It names the
tool that failed, none if this process has.
"""

import ctypes
import json
import os
import signal
import sys
import traceback
from multiprocessing.connection import Connection, wait

import jobs

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = Connection(int(sys.argv[1]))
    while True:
        try:
            request, payload = json.loads(parent.recv_bytes()), parent.recv_bytes()
            header, result = serve(parent, request, payload)
            parent.send_bytes(json.dumps(header).encode())
            parent.send_bytes(result)
        except (EOFError, OSError):
            return


def serve(parent: Connection, request: dict, payload: bytes) -> tuple[dict, bytes]:
    """The answer of a child process."""
    messages = os.memfd_create("messages")
    reading, writing = os.pipe()
    worker = os.getpid()
    child = os.fork()
    if not child:
        end_with(worker)
        parent.close()
        os.close(reading)
        os.dup2(messages, 2)
        answer(Connection(writing, readable=False), request, payload)
    os.close(writing)
    with Connection(reading, writable=False) as answers:
        try:
            return receive(parent, answers)
        except EOFError:
            pass
        finally:
            kill(child)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            said = os.pread(messages, 1 << 20, 0).decode(errors="replace")
            os.close(messages)
    return {"tool": request["tool"], "status": status, "message": said}, b""


def receive(parent: Connection, answers: Connection) -> tuple[dict, bytes]:
    """Raises EOFError if the child has died, OSError if the parent has."""
    if parent in wait([parent, answers]):
        raise OSError("the parent has closed the connection")
    return json.loads(answers.recv_bytes()), answers.recv_bytes()


def kill(child: int) -> None:
    """Until its parent waits for it, a process that has ended keeps its number."""
    os.kill(child, signal.SIGKILL)


def answer(to: Connection, request: dict, payload: bytes) -> None:
    """In the child: executes the request and exits."""
    try:
        worker = os.getpid()
        header, result = jobs.run(request, payload, lambda: end_with(worker))
        to.send_bytes(json.dumps(header).encode())
        to.send_bytes(result)
    except BaseException as error:
        # The cause first: a warning shows one line.
        print(*traceback.format_exception_only(error), sep="", end="", file=sys.stderr)
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def end_with(parent: int) -> None:
    """In a new process: it is killed when its parent ends."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


main()

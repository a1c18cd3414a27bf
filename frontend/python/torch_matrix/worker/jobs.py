#===- jobs.py - what the compiler process does ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The requests that the compiler process serves. It does not import PyTorch."""

import resource
import subprocess
from typing import Callable

from iree.compiler import ir, passmanager

from assertions import insert_checks

PIPELINE = ("builtin.module(torchdynamo-export-to-torch-backend-pipeline,"
            "torch-backend-to-linalg-on-tensors-backend-pipeline,"
            "canonicalize,cse)")


def run(request: dict, payload: bytes, prepare: Callable) -> tuple[dict, bytes]:
    """The answer to a request. `prepare` is called in new processes."""
    if request["command"]:
        return run_tool(request, payload, prepare)
    # For torch-mlir, which does not terminate on some input: SIGXCPU ends the process.
    seconds = request["seconds"]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    return lower(payload.decode())


def lower(torch_dialect: str) -> tuple[dict, bytes]:
    """The torch dialect to Linalg on tensors, with assertions."""
    with ir.Context(), ir.Location.unknown():
        try:
            module = ir.Module.parse(torch_dialect)
            passmanager.PassManager.parse(PIPELINE).run(module.operation)
        except ir.MLIRError as error:
            return {"tool": "torch-mlir", "status": 1, "message": str(error)}, b""
        insert_checks(module)
        return {"status": 0}, str(module).encode()


def run_tool(request: dict, payload: bytes, prepare: Callable) -> tuple[dict, bytes]:
    """Runs a tool that reads standard input and writes standard output."""
    try:
        done = subprocess.run(request["command"], input=payload, capture_output=True,
                              preexec_fn=prepare)
    except OSError as error:  # not caused by the input
        return {"tool": None, "status": 1,
                "message": f"{request['command'][0]}: {error.strerror}"}, b""
    header = {"tool": request["tool"], "status": done.returncode,
              "message": done.stderr.decode(errors="replace")}
    return header, done.stdout if not done.returncode else b""

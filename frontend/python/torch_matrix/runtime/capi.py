#===- capi.py - the C library of the simulator -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""libmatrix_sim (matrix_sim.h) by ctypes, which releases the GIL during calls. The
first member of a structure is its size, beyond which a newer library writes no members.
The library is looked up beside matrix-compile, so that both are of one build."""

import ctypes
import os
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_size_t, c_uint, c_uint64, c_void_p
from functools import cache
from pathlib import Path

from ..errors import MatrixError
from ..tools import tool

VERSION = 3  # of matrix_sim.h
NAME = "libmatrix_sim.so"


class Tensor(ctypes.Structure):
    """matrix_sim_tensor"""
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("type", c_char_p),
                ("shape", POINTER(c_uint64)), ("rank", c_size_t), ("bytes", c_uint64),
                ("address", c_uint64), ("is_result", c_int)]


class Buffer(ctypes.Structure):
    """matrix_sim_buffer"""
    _fields_ = [("data", c_void_p), ("bytes", c_size_t)]


class Memory(ctypes.Structure):
    """matrix_sim_memory"""
    _fields_ = [("size", c_size_t), ("dram", c_uint64), ("dram_used", c_uint64),
                ("scratchpad", c_uint64), ("scratchpad_used", c_uint64)]


# The second argument is not used.
ProgressFunction = CFUNCTYPE(None, c_void_p)

FUNCTIONS = {
    "create": (c_void_p, []),
    "destroy": (None, [c_void_p]),
    "message": (c_char_p, [c_void_p]),
    "set_option": (c_int, [c_void_p, c_char_p, c_char_p]),
    "load_memory": (c_int, [c_void_p, c_char_p, c_size_t, c_char_p]),
    "cores": (c_uint, [c_void_p]),
    "tensors": (c_size_t, [c_void_p]),
    "get_tensor": (c_int, [c_void_p, c_size_t, POINTER(Tensor)]),
    "get_memory": (c_int, [c_void_p, POINTER(Memory)]),
    "call": (c_int, [c_void_p, c_size_t, POINTER(Buffer)]),
    "status": (c_int, [c_void_p]),
    "statistics_text": (c_char_p, [c_void_p, c_char_p]),
    "interrupt": (None, [c_void_p]),
    "on_progress": (c_int, [c_void_p, c_double, ProgressFunction, c_void_p]),
}


class Library:
    """The functions of the library, without their prefix."""

    def __init__(self, path: Path):
        try:
            loaded = ctypes.CDLL(str(path))
        except OSError as error:
            raise MatrixError(f"the simulator cannot be loaded: {error}") from error
        version = loaded.matrix_sim_version()
        if version < VERSION:
            raise MatrixError(f"{path} has version {version} of the interface, but "
                              f"version {VERSION} is needed; build it again")
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(loaded, f"matrix_sim_{name}", None)
            if function is None:
                raise MatrixError(f"{path} has no function matrix_sim_{name}; build it again")
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        loaded.matrix_sim_description_hash.restype = c_char_p
        self.hash = loaded.matrix_sim_description_hash().decode()

    def description_hash(self) -> str:
        return self.hash


def library() -> Library:
    """The library beside the tools: in lib, if they are in bin."""
    return opened(os.path.realpath(tool("matrix-compile")))


@cache
def opened(compiler: str) -> Library:
    path = Path(compiler).parents[1] / "lib" / NAME
    # A wheel has no symbolic link for libmatrix_sim.so.<version>.
    found = sorted(path.parent.glob(NAME + "*"))
    if not found:
        raise MatrixError(f"{path} is not found; build it (utils/demo does)")
    return Library(found[0])

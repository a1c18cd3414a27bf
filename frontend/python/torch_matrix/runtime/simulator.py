#===- simulator.py - a program in the simulator ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A simulator with one program, for one thread at a time. Tensors are passed as
pointers to their storage. Signals are handled by a function that the simulator calls
periodically; an exception in it interrupts the run and is raised by the call."""

import ctypes
import json
import weakref

import torch

from ..compiler.progress import Progress
from ..errors import MatrixError, ToolFailed
from .capi import Buffer, Memory, ProgressFunction, Tensor, library

ENDED, INTERRUPTED = 0, 5
POLL = 0.1  # seconds between looks at signals


class Simulator:
    """Loads an executable; call() runs it on tensors.

    Each call sends all arguments, also parameters: PyTorch counts no version for changes
    through ``.data`` or NumPy, so that only a comparison of all bytes finds them, which
    takes as long as the copy."""

    def __init__(self, executable: bytes, hazards: bool):
        self.library = library()
        self.handle = self.library.create()
        self.finalize = weakref.finalize(self, self.library.destroy, self.handle)
        self.check(self.library.set_option(
            self.handle, b"check", b"on" if hazards else b"off"))
        self.check(self.library.load_memory(
            self.handle, executable, len(executable), b"program"))
        self.tensors = [self.tensor(i) for i in range(self.library.tensors(self.handle))]
        self.buffers = (Buffer * len(self.tensors))()
        self.handle_signals()

    def handle_signals(self) -> None:
        self.raised = None
        self.poll = ProgressFunction(poll_of(weakref.ref(self)))
        self.check(self.library.on_progress(self.handle, POLL, self.poll, None))

    def count_cycles(self, executable: bytes) -> None:
        """From the next call on. Memory is that of a new program."""
        self.check(self.library.set_option(self.handle, b"mode", b"timed"))
        self.check(self.library.load_memory(
            self.handle, executable, len(executable), b"program"))

    def statistics(self) -> dict:
        return json.loads(self.library.statistics_text(self.handle, b"json"))

    def cycles(self) -> int | None:
        """Cycles of the last call; None if cycles are not counted."""
        return self.statistics().get("cycles") or None

    def tensor(self, index: int) -> Tensor:
        tensor = Tensor(size=ctypes.sizeof(Tensor))
        self.check(self.library.get_tensor(self.handle, index, ctypes.byref(tensor)))
        return tensor

    def cores(self) -> int:
        return self.library.cores(self.handle)

    def memory(self) -> Memory:
        memory = Memory(size=ctypes.sizeof(Memory))
        self.check(self.library.get_memory(self.handle, ctypes.byref(memory)))
        return memory

    def check(self, status: int) -> None:
        if status:
            raise MatrixError(f"the simulator failed: {self.message()}")

    def message(self) -> str:
        return self.library.message(self.handle).decode(errors="replace")

    def call(self, inputs: list[torch.Tensor], results: list[torch.Tensor]) -> None:
        """Runs the program. Results are contiguous, and are written."""
        sent = self.bind_inputs(inputs)
        for number, tensor in enumerate(results, len(inputs)):
            self.bind(number, tensor)
        self.progress = Progress("simulation")
        try:
            state = self.library.call(self.handle, len(self.buffers), self.buffers)
        finally:
            self.progress.end()
        if state == ENDED and not self.library.status(self.handle):
            return
        if state == INTERRUPTED and self.raised:
            raised = self.raised
            self.handle_signals()
            raise raised
        status = self.library.status(self.handle)
        message = self.message() or f"the program ended with exit status {status}"
        raise ToolFailed(f"the simulation failed: {message}", status or 1)

    def bind_inputs(self, inputs: list[torch.Tensor]) -> list[torch.Tensor]:
        """The returned tensors own the memory."""
        arguments = [tensor for tensor in self.tensors if not tensor.is_result]
        if len(inputs) != len(arguments):
            raise ValueError(f"{len(inputs)} arguments for {len(arguments)}")
        sent = [tensor.detach().resolve_neg().contiguous() for tensor in inputs]
        for number, tensor in enumerate(sent):
            self.bind(number, tensor)
        return sent

    def bind(self, number: int, tensor: torch.Tensor) -> None:
        # PyTorch allocates nothing for tensors without elements.
        self.buffers[number].data = tensor.data_ptr()
        self.buffers[number].bytes = tensor.nbytes


def poll_of(simulator: weakref.ref):
    """A function that runs every POLL seconds during a run, so that Python handles
    signals; an exception, such as KeyboardInterrupt, ends the run. Python handles them
    before the first statement of a function, but in a generator within its `try`."""
    def polling():
        try:
            while True:
                yield
                if self := simulator():
                    self.progress.tick()
        except GeneratorExit:
            raise
        except BaseException as error:
            self = simulator()
            if self:
                self.raised = error
                self.library.interrupt(self.handle)
            yield
    generator = polling()
    next(generator)
    return generator.send

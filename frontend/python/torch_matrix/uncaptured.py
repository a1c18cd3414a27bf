#===- uncaptured.py - code that Dynamo does not capture ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Reports code that Python executes in place of a graph, so that the backend is not called
for it: functions that Dynamo leaves as a whole, as after a graph break in a loop, and
PyTorch's own modules that are called after one, because Dynamo captures no frames of
PyTorch. Two methods of Dynamo are wrapped. The wrappers concern calls that compile by this
backend, which they recognize by the function that Dynamo would call."""

import functools
import sys
from dataclasses import replace

import torch
from torch._dynamo import convert_frame, exc, utils
from torch._dynamo.eval_frame import innermost_backend
from torch._dynamo.types import ConvertFrameReturn

from .backend import matrix
from .errors import UnsupportedGraph
from .importing import is_of_user
from .options import Options
from .report import Operator, Report

LIBRARIES = "torch.nn.", "torch.ao."
COMPILER = "torch._functorch._aot_autograd."
CONTAINERS = "torch.nn.modules.container"    # call modules, and compute nothing
# Code of functions that have been reported, with the reason.
LEFT = utils.ExactWeakKeyDictionary()


def observe_frames() -> None:
    """For all backends of the process, of which others are not concerned."""
    convert = convert_frame.ConvertFrameAssert
    convert.__call__ = reporting_functions(convert.__call__)
    handle = convert_frame.CatchErrorsWrapper
    handle._handle_skip = reporting_modules(handle._handle_skip)


def options_of(callback) -> Options | None:
    """Options of this backend, or None for another one."""
    backend, given = innermost_backend(callback), {}
    while backend is not matrix:
        given = {**(getattr(backend, "kwargs", None) or getattr(backend, "keywords", {})), **given}
        backend = getattr(backend, "compiler_fn", None) or getattr(backend, "func", None)
        if backend is None:
            return None
    return Options.of(given.get("options"), given.get("mode"))


def reporting_functions(convert):
    """The method that captures a function, which raises why it cannot."""
    @functools.wraps(convert)
    def wrapper(self, frame, *args, skip=0, **kwargs):
        if is_left(frame.f_code) and not self._one_graph \
                and (options := options_of(self)) and not options.strict:
            return ConvertFrameReturn(skip_reason=LEFT[frame.f_code])
        try:
            return convert(self, frame, *args, skip=skip + 1, **kwargs)
        except (exc.Unsupported, exc.UserError) as error:
            left_out = is_raised(self, error) or is_of_compiler(frame.f_code, sys._getframe(1))
            options = None if left_out else options_of(self)
            if options:
                reason = LEFT[frame.f_code] = reason_of(error.msg)
                tell(f"function {frame.f_code.co_qualname}", reason,
                     getattr(error, "real_stack", None), options, error)
            raise
    return wrapper


def is_left(code) -> bool:
    """Also whether torch._dynamo.reset, which forgets all code, has not been called since."""
    mark = observe_frames.__code__
    if mark not in convert_frame.input_codes:
        LEFT.clear()
        convert_frame.input_codes.add(mark)
    return code in LEFT


def is_raised(converter, error: Exception) -> bool:
    """Whether the user sees the error, as with fullgraph=True."""
    return converter._one_graph or bool(converter._box.error_on_graph_break) \
        or isinstance(error, exc.UncapturedHigherOrderOpError)


def is_of_compiler(code, caller) -> bool:
    """Whether PyTorch compiles, as it does in the first backward pass after a graph break:
    Dynamo then also sees functions of the standard library that it calls."""
    return not is_of_user(code.co_filename) and any(
        (each.f_globals.get("__name__") or "").startswith(COMPILER)
        for each in callers_of(caller))


def reporting_modules(handle):
    """The method that Dynamo calls for frames that are not captured. Reported ones are so
    in each call: Dynamo keeps no decision for their code, which models with other options
    may have too."""
    @functools.wraps(handle)
    def wrapper(self, result, frame):
        result = handle(self, result, frame)
        is_function = is_left(frame.f_code)
        if result.guarded_code or not is_function and not computes(frame):
            return result
        options = options_of(self)
        if not options:
            return result
        if not is_function:
            tell_module(frame, callers_of(sys._getframe(1)), result.skip_reason, options)
        return replace(result, apply_to_code=False)
    return wrapper


def tell_module(frame, callers: list, otherwise: str, options: Options) -> None:
    """The outermost one, unless it is in a function that is reported."""
    if any(computes(each) or is_left(each.f_code) for each in callers):
        return
    found = break_in({each.f_code.co_filename for each in (frame, *callers)})
    reason, stack = (found.reason, found.user_stack) if found else (otherwise, [])
    module = type(next(iter(frame.f_locals.values()))).__name__
    tell(f"module {module}", reason_of(reason), stack, options)


def callers_of(frame) -> list:
    found = []
    while frame := frame.f_back:
        found.append(frame)
    return found


def computes(frame) -> bool:
    """Whether it is the forward pass of a module of PyTorch, and not that of a container."""
    name = frame.f_globals.get("__name__") or ""
    return frame.f_code.co_name == "forward" and name.startswith(LIBRARIES) \
        and name != CONTAINERS \
        and isinstance(next(iter(frame.f_locals.values()), None), torch.nn.Module)


def break_in(files: set[str]):
    """The last graph break in a function that a captured one calls, in one of the files."""
    return next((each for each in reversed(utils.graph_break_reasons)
                 if any(called.filename in files for called in each.user_stack[1:])), None)


def reason_of(message: str) -> str:
    return f"is not captured by PyTorch: {message.strip().partition(chr(10))[0]}"


def tell(name: str, reason: str, stack, options: Options, cause=None) -> None:
    """Option "strict": code that is not captured is an error. `stack`: of the graph break, of
    which the last line of the user is reported, if there is one."""
    lines = [(each.filename, str(each.lineno)) for each in stack or []]
    line = next((each for each in reversed(lines) if is_of_user(each[0])), None)
    place = line or next(reversed(lines), None)
    found = Operator(name, " ({}:{})".format(*place) if place else "", reason, line)
    if options.strict:
        raise UnsupportedGraph(
            f"{found} {reason}; rewrite the model, or leave out option 'strict' to run this in "
            "eager mode") from cause
    Report(uncaptured=[found]).tell()

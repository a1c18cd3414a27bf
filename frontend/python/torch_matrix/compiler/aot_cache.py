#===- aot_cache.py - cache of AOTAutograd ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""PyTorch's cache of graphs that AOTAutograd has traced and divided. It has what the backend
made of a graph (backend.CompiledGraph), without programs, which are in the cache of this
package (cache.py). PyTorch names entries by a hash of the graph that Dynamo has captured;
here the hash also has the options, and the build of the package and of the tools, instead
of the configuration of Inductor, whose code generators it would load."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from unittest.mock import patch

import torch
from torch import fx
from torch._dynamo.callback import callback_handler
from torch._functorch import config
from torch._functorch._aot_autograd import autograd_cache
from torch._functorch._aot_autograd.autograd_cache import (
    AOTAutogradCache, AOTAutogradCacheDetails, BypassAOTAutogradCache)
from torch._functorch.aot_autograd import SerializableAOTDispatchCompiler
from torch._inductor.codecache import BypassFxGraphCache, FxGraphCache, sha256_hash
from torch._inductor.output_code import OutputCode

from ..options import Options
from . import cache

BUNDLED = {"bundled_autograd_cache": True}  # entries have the compiled graphs


def is_used(options: Options) -> bool:
    """Where compiled programs are kept, and entries are complete without others."""
    return options.cache and cache.folder() is not None \
        and options.output in {"simulate", "check"}


def cached(backend: Callable, options: Options) -> Callable:
    """backend(module, inputs), with the cache."""
    def compiled(module: fx.GraphModule, inputs: list):
        with entries(options):
            return backend(module, inputs)
    return compiled if is_used(options) else backend


def compilers(compile: Callable, options: Options) -> dict[str, Callable]:
    """The arguments of aot_autograd."""
    made = dict.fromkeys(("fw_compiler", "inference_compiler", "bw_compiler"), compile)
    if not is_used(options):
        return made
    made["bw_compiler"] = partial(compile_backward, compile)
    return {name: SerializableAOTDispatchCompiler(OutputCode, function)
            for name, function in made.items()}


@contextlib.contextmanager
def entries(options: Options) -> Iterator[None]:
    details = partial(Details, backend=cache.key(repr(options), []))
    with config.patch(BUNDLED), \
            patch.object(autograd_cache, "AOTAutogradCacheDetails", details), \
            patch.object(AOTAutogradCache, "find_guarded_entry",
                         partial(find_intact, AOTAutogradCache.find_guarded_entry)):
        yield


class Details(AOTAutogradCacheDetails):
    """What determines an entry. The lines of the model do because messages name them."""

    def __init__(self, *arguments, backend: str):
        self.backend, self.tag = backend, torch.compiler.config.cache_key_tag
        self.default_dtype = torch.get_default_dtype()
        super().__init__(*arguments)

    def _init_fx_graph_hash_details(self, module, inputs, fx_config) -> None:
        try:
            FxGraphCache._check_can_cache(module, inputs, fx_config)
        except BypassFxGraphCache as error:
            raise BypassAOTAutogradCache(str(error)) from error
        self.module, self.inputs = module, inputs
        self.lines = lines_of(module)


def lines_of(module: fx.GraphModule) -> list[str | None]:
    return [node.meta.get("stack_trace") for node in module.graph.nodes]


def find_intact(find: Callable, key: str, *arguments):
    """find(key, ...), without files whose contents do not have the hash in their name."""
    folder = Path(AOTAutogradCache._get_tmp_dir_for_key(key))
    for path in folder.glob("[!.]*"):
        with contextlib.suppress(OSError):
            if sha256_hash(path.read_bytes()) != path.name:
                path.unlink()
                cache.warn(f"{path} is damaged; the graph is captured again")
    return find(key, *arguments)


# --- Backward passes --------------------------------------------------------------
# AOTAutograd compiles a backward pass when it is first called, and then stores the entry.

OPEN = threading.local()


def compile_backward(compile: Callable, *arguments):
    if not config.bundled_autograd_cache:
        OPEN.configured = contextlib.ExitStack()
        OPEN.configured.enter_context(config.patch(BUNDLED))
    return compile(*arguments)


@callback_handler.register_end_callback
def end_backward(*_) -> None:
    if configured := getattr(OPEN, "configured", None):
        OPEN.configured = None
        configured.close()

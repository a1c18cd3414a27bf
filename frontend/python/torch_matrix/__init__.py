#===- torch_matrix - torch.compile backend for matrix accelerators -------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""``torch.compile(model, backend="matrix")`` runs a model on the simulated
accelerator.

    backend.py         entry point of Dynamo: compiles a graph to a callable
    options.py         options of the backend
    functions.py       compilation and execution without torch.compile
    importing.py       import of graphs to Linalg text (torch-mlir)
    quantized.py       layers of 8-bit integers, which convert_pt2e has quantized
    quantizer.py       annotation of models for prepare_pt2e
    operators/         decompositions of ATen operators (decompositions.py has the
                       table), and operators lowered by this package
    checks.py          run-time errors of eager mode
    partition/         partitioning of a graph into programs and operators computed by
                       PyTorch; strides and shared storage of results; operators without
                       elements
    fallback.py        search for operators that cannot be compiled
    decisions.py       what the search has found for a graph
    report.py          what runs on the accelerator, and what in eager mode
    explanation.py     graphs, graph breaks and operators of a model
    uncaptured.py      code of a model that is in no graph
    timing.py          cycles of programs
    program.py         compiled programs
    tuning.py          measured plans
    compiler/          requests to the compiler process, cache of programs
    worker/            the compiler process: torch-mlir and matrix-compile
    runtime/           execution of programs in this process
    tools.py           lookup of the command-line tools and of the importer
    arrays.py          conversion between tensors and .npy files
    errors.py          exceptions

docs/pytorch.md lists options and variables of the environment.
"""

from .tools import require_torch

require_torch()  # before modules that import internals of PyTorch

from torch._dynamo.backends.registry import list_backends, register_backend

from .backend import matrix
from .errors import EagerWarning, InvalidOption, MatrixError, ToolFailed, UnsupportedGraph
from .explanation import explain
from .functions import compile_to_asm, compile_to_mlir, jit_run
from .importing import export_linalg
from .operators.covariance import trace_covariance
from .operators.integers.one_hot import trace_one_hot
from .operators.layers.attention import trace_masks
from .operators.layers.losses import trace_margins
from .operators.layers.recurrent import trace_recurrent_layers
from .operators.layers.upsampling import trace_whole
from .partition.formats import correct_formats
from .uncaptured import observe_frames

__all__ = ["EagerWarning", "InvalidOption", "MatrixError", "ToolFailed",
           "UnsupportedGraph", "compile_to_asm", "compile_to_mlir", "explain",
           "export_linalg", "jit_run", "matrix"]

# An installed package is registered by its entry point; a package on PYTHONPATH
# registers itself.
if "matrix" not in list_backends(exclude_tags=None):
    register_backend(matrix, name="matrix")

correct_formats()
observe_frames()
trace_margins()
trace_masks()
trace_covariance()
trace_one_hot()
trace_recurrent_layers()
trace_whole()

#===- importing.py - graphs to Linalg text -------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Import of FX graphs to Linalg on tensors: the importer of torch-mlir creates the torch
dialect, which its pipelines lower in the compiler process. Parameters, buffers and
inputs are arguments of ``@main``, in graph order."""

import re
import traceback
from pathlib import Path
from unittest.mock import patch

import torch
from torch import fx
from torch._subclasses.fake_tensor import unset_fake_temporarily
from torch.export import ExportedProgram
from torch.utils._pytree import tree_leaves

from . import quantized
from .partition import host, subgraphs
from .partition.empties import fold_empty
from .compiler import service
from .compiler.stopwatch import stage
from .operators.decompositions import inference_decompositions
from .errors import InvalidOption, MatrixError, ToolFailed, UnsupportedGraph
from .operators.strides import drop_strides
from .partition.subgraphs import location
from .tools import require_importer


def graph_to_linalg(graph: fx.Graph) -> str:
    return lower(import_graph(graph), graph)


def export_linalg(module: torch.nn.Module | ExportedProgram,
                  inputs: tuple | None = None) -> tuple[str, list]:
    """Linalg text of a whole module, and the values of its arguments. An ExportedProgram has
    inputs of its own; others are those of which it is exported again."""
    from .rewriting import rewritten
    if isinstance(module, ExportedProgram):
        module, inputs = reopened(module, inputs)
    if inputs is None:
        raise InvalidOption("example inputs are missing; pass a tuple of them")
    program = exported(module, inputs)
    if quantized.is_quantized_model(program.graph):
        layers = program.module()
        quantized.write_layers(layers)
        program = exported(layers, inputs)
    program = program.run_decompositions(inference_decompositions())
    drop_constant_arguments(program.graph)
    drop_constant_results(program.graph)
    drop_assertions(program.graph)
    graph = rewritten(program.graph_module, is_exported=True).graph
    fold_empty(graph)
    reject_host_operators(graph)
    return graph_to_linalg(graph), argument_values(program, inputs)


def reopened(program: ExportedProgram, inputs: tuple | None) -> tuple:
    """The module and inputs of an exported program. Those that it has may have names."""
    positional, named = program.example_inputs or ((), {})
    if inputs is None and not named:
        inputs = positional
    return program.module(), inputs


def exported(module: torch.nn.Module, inputs: tuple):
    """As torch.export, which keeps the lines of functions whose name is forward only."""
    with patch.object(fx.proxy.TracerBase, "_filter_traceback_frames", lines_of_user):
        return torch.export.export(module, inputs)


def lines_of_user(tracer, frames: traceback.StackSummary) -> traceback.StackSummary:
    """Those below this function, without PyTorch, this package and the standard library."""
    first = max((number for number, frame in enumerate(frames)
                 if frame.filename == __file__), default=0)
    return traceback.StackSummary.from_list(
        [frame for frame in frames[first:] if is_of_user(frame.filename)])


def is_of_user(name: str) -> bool:
    path = Path(name)
    if path.is_relative_to(STANDARD) and not {"site-packages", "dist-packages"} & {*path.parts}:
        return False
    return not name.startswith("<") and not any(map(path.is_relative_to, LIBRARIES))


STANDARD = Path(traceback.__file__).parent
LIBRARIES = Path(torch.__file__).parent, Path(__file__).parent


def reject_host_operators(graph: fx.Graph) -> None:
    """Exported Linalg cannot call PyTorch."""
    for node in graph.nodes:
        if host.runs_on_host(node):
            name = str(node.target)
            types = "".join(f" on {dtype}".replace("torch.", "")
                            for dtype in host.foreign_types(node))
            raise UnsupportedGraph(
                f"operator {name}{types}{location_of(name, graph)} is computed by PyTorch, "
                "which exported Linalg cannot call; use torch.compile, or make its "
                "result an input of the model")


def drop_constant_arguments(graph: fx.Graph) -> None:
    """Export has written numbers and None among the inputs into the graph."""
    for node in graph.find_nodes(op="placeholder"):
        if not isinstance(node.meta["val"], torch.Tensor):
            graph.erase_node(node)


def drop_assertions(graph: fx.Graph) -> None:
    """No result depends on the conditions of the model's assertions."""
    for target in (torch.ops.aten._assert_async.default, torch.ops.aten._assert_async.msg):
        for node in graph.find_nodes(op="call_function", target=target):
            graph.erase_node(node)
    graph.eliminate_dead_code()


def drop_constant_results(graph: fx.Graph) -> None:
    """Programs return tensors, but neither None nor numbers."""
    output = graph.output_node()
    output.args = (tuple(value for value in output.args[0] if isinstance(value, fx.Node)),)


def argument_values(program, inputs: tuple) -> list:
    """The tensors of the state and of the inputs, which may be nested."""
    state = {**program.state_dict, **program.constants}
    users = iter(tree_leaves(inputs))
    values = [next(users) if spec.kind.name == "USER_INPUT" else state[spec.target]
              for spec in program.graph_signature.input_specs]
    return [value for value in values if isinstance(value, torch.Tensor)]


@stage("import")
def import_graph(graph: fx.Graph) -> str:
    """Returns the graph in the torch dialect."""
    require_importer()
    from iree.compiler.extras.fx_importer import FxImporter
    from .operators import loops, requirements
    from .operators.elementwise import write_custom, write_elementwise
    from .operators.integers import integer_products

    drop_strides(graph)
    importer = FxImporter()
    try:
        for subgraph in subgraphs.subgraphs_of(graph):
            drop_strides(subgraph.graph)
            importer.import_graph_module(subgraph, func_name="part", func_visibility="private")
        with unset_fake_temporarily():    # literals have values
            importer.import_stateless_graph(graph, func_name="main")
        write_elementwise(importer.module)
        for operators in (loops, integer_products, requirements):
            write_custom(importer.module, operators.PREFIX, operators.write)
    except Exception as error:  # the importer raises various types
        raise ToolFailed(
            f"torch-mlir cannot import the graph: {error}", 1, service.TORCH_MLIR) from error
    return str(importer.module)


def lower(torch_dialect: str, graph: fx.Graph) -> str:
    try:
        linalg = service.lower(torch_dialect)
    except ToolFailed as error:
        raise explained(error, graph) from error
    reject_foreign(linalg, graph)
    return linalg


FOREIGN = {"scan": ("cumsum", "cumprod"), "sort": ("sort", "topk"),
           "topk": ("topk",), "scatter": ("scatter", "index_put", "backward")}


def reject_foreign(linalg: str, graph: fx.Graph) -> None:
    """torch-mlir lowers some operators to tm_tensor, which is not part of MLIR."""
    found = re.search(r"\btm_tensor\.(\w+)", linalg)
    if not found:
        return
    targets = [str(node.target) for node in graph.nodes if node.op == "call_function"]
    operator = next((target for target in targets for word in FOREIGN.get(found[1], ())
                     if word in target), found[0])
    raise no_lowering(operator, graph)


def explained(error: ToolFailed, graph: fx.Graph) -> MatrixError:
    """The message of torch-mlir in one line, with the operator and its location."""
    if error.status < 0:
        return error
    operator = named_operator(str(error))
    if operator:
        return no_lowering(operator, graph)
    return ToolFailed(f"torch-mlir cannot lower the graph: {first_error(str(error))}",
                      error.status, error.tool)


def no_lowering(operator: str, graph: fx.Graph) -> UnsupportedGraph:
    reason = "has no lowering to Linalg"
    return UnsupportedGraph(
        f"operator {operator}{location_of(operator, graph)} {reason}; rewrite it, or run "
        "this part of the model in eager mode", operator, reason)


def named_operator(message: str) -> str | None:
    """`aten.foo` in messages of torch-mlir; operators without their own operation are
    `torch.operator` with the name as attribute."""
    for pattern in (r'torch\.operator.*?"torch\.([\w.]+)"',
                    r"failed to legalize operation '(?:torch\.)?(aten[\w.]+)'",
                    r"'(?:torch\.)?(aten[\w.]+)'"):
        found = re.search(pattern, message)
        if found:
            return found[1]
    return None


def location_of(operator: str, graph: fx.Graph) -> str:
    """The innermost source line of the model that calls the operator."""
    for node in graph.nodes:
        if node.op == "call_function" and str(node.target).startswith(operator):
            return location(node)
    return ""


def first_error(message: str) -> str:
    for line in message.splitlines():
        if "error:" in line:
            return line.partition("error:")[2].strip()
    return message.strip().partition("\n")[0]

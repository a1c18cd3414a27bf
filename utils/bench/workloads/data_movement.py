#===- utils/bench/workloads/data_movement.py - copies of data ---------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Programs that only move data: pads, slices, concatenations, transposes, gathers. They
have no arithmetic, so that their bound is the compulsory traffic alone.
"""

import numpy as np

from .workload import Tensor, Workload

MOVEMENT = "Movement of data"


def movement(name: str, arguments: list, result: Tensor, body: str, compute, **options) -> Workload:
    return Workload(MOVEMENT, f"{name} {result.element}", arguments, [result], body + f"  return %r : {result}",
                    lambda *values: [compute(*values)], **options)


def pad() -> Workload:
    source, result = Tensor((64, 56, 56), "f32"), Tensor((64, 58, 58), "f32")
    return movement("pad 64x56x56 by 1", [source], result, f"""  %zero = arith.constant 0.0 : f32
  %r = tensor.pad %a0 low[0, 1, 1] high[0, 1, 1] {{
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  }} : {source} to {result}
""", lambda x: np.pad(x, [(0, 0), (1, 1), (1, 1)]))


def slice_columns() -> Workload:
    source, result = Tensor((512, 768), "f32"), Tensor((512, 256), "f32")
    return movement("slice 512x256 of 512x768", [source], result,
                    f"  %r = tensor.extract_slice %a0[0, 256] [512, 256] [1, 1] : {source} to {result}\n",
                    lambda x: x[:, 256:512], needed=2 * result.bytes)


def concatenation() -> Workload:
    part, result = Tensor((512, 256), "f32"), Tensor((512, 512), "f32")
    return movement("concat of two 512x256", [part, part], result,
                    f"  %r = tensor.concat dim(1) %a0, %a1 : ({part}, {part}) -> {result}\n",
                    lambda x, y: np.concatenate([x, y], 1))


def transpose(shape: tuple, order: tuple, element: str) -> Workload:
    source, result = Tensor(shape, element), Tensor(tuple(shape[i] for i in order), element)
    return movement(f"transpose {'x'.join(map(str, shape))} to {', '.join(map(str, order))}", [source], result,
                    f"""  %empty = tensor.empty() : {result}
  %r = linalg.transpose ins(%a0 : {source}) outs(%empty : {result}) permutation = {list(order)}
""", lambda x: np.transpose(x, order))


def gather_rows(rows: int, table_rows: int, width: int) -> Workload:
    """Rows of a table by their numbers, as PyTorch exports an embedding."""
    table, numbers, result = Tensor((table_rows, width), "f32"), Tensor((rows,), "i32"), Tensor((rows, width), "f32")
    chosen = np.random.default_rng(2).permutation(table_rows)[:rows].astype(np.float64)
    return movement(f"gather {rows} of {table_rows} rows of {width}", [table, numbers], result,
                    f"""  %empty = tensor.empty() : {result}
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}}
      ins(%a1 : {numbers}) outs(%empty : {result}) {{
  ^bb0(%n: i32, %old: f32):
    %row = arith.index_cast %n : i32 to index
    %column = linalg.index 1 : index
    %x = tensor.extract %a0[%row, %column] : {table}
    linalg.yield %x : f32
  }} -> {result}
""", lambda x, n: x[n.astype(np.int64)], values={1: chosen}, needed=2 * result.bytes + numbers.bytes)


def workloads() -> list:
    return [pad(), slice_columns(), concatenation(), transpose((512, 512), (1, 0), "f32"),
            transpose((512, 512), (1, 0), "bf16"), transpose((128, 8, 64), (1, 0, 2), "f32"),
            transpose((8, 128, 64), (0, 2, 1), "f32"), gather_rows(512, 4096, 256)]

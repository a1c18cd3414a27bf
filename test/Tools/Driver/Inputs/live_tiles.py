"""Prints an elementwise program in which a number of tiles are live at the same time,
optionally behind an integer product, whose blocks fill the scratchpad.

usage: live_tiles.py NUMBER [product]
"""

import sys

number, product = int(sys.argv[1]), sys.argv[2:] == ["product"]
TENSOR, OPERAND, RESULT = "tensor<64x64xf32>", "tensor<512x512xi8>", "tensor<512x512xi32>"
MAP = "affine_map<(d0, d1) -> (d0, d1)>"

print(f"func.func @main(%x: {TENSOR}"
      + (f", %a: {OPERAND}, %b: {OPERAND}) -> ({TENSOR}, {RESULT}) {{" if product else f") -> {TENSOR} {{"))
if product:
    print(f"""  %zero = arith.constant 0 : i32
  %sums = tensor.empty() : {RESULT}
  %zeros = linalg.fill ins(%zero : i32) outs(%sums : {RESULT}) -> {RESULT}
  %product = linalg.matmul ins(%a, %b : {OPERAND}, {OPERAND}) outs(%zeros : {RESULT}) -> {RESULT}""")
print(f"""  %empty = tensor.empty() : {TENSOR}
  %result = linalg.generic {{indexing_maps = [{MAP}, {MAP}], iterator_types = ["parallel", "parallel"]}}
      ins(%x : {TENSOR}) outs(%empty : {TENSOR}) {{
  ^bb0(%v0: f32, %out: f32):""")
for i in range(1, number):
    print(f"    %v{i} = arith.mulf %v{i - 1}, %v0 : f32")
print(f"    %s0 = arith.addf %v{number - 1}, %v{number - 1} : f32")
for i in range(1, number):
    # The values are used in the order of their definitions.
    operation = "addf" if i % 2 else "subf"
    print(f"    %s{i} = arith.{operation} %s{i - 1}, %v{i - 1} : f32")
print(f"""    linalg.yield %s{number - 1} : f32
  }} -> {TENSOR}
  return %result{f", %product : {TENSOR}, {RESULT}" if product else f" : {TENSOR}"}
}}""")

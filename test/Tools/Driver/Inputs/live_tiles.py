"""Prints an elementwise program in which `number` tiles are live at the same time.

usage: live_tiles.py NUMBER
"""

import sys

number = int(sys.argv[1])
TENSOR = "tensor<64x64xf32>"
print(f"""#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: {TENSOR}) -> {TENSOR} {{
  %empty = tensor.empty() : {TENSOR}
  %result = linalg.generic {{indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}}
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
  return %result : {TENSOR}
}}""")

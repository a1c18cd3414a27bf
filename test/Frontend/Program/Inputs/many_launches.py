"""Writes a program of more launches than are expanded, before a product that
DRAM limits: 66 products with weights of their own, whose tensors stay in
scratchpads, then y = v w', whose weights are wide.
"""

import sys

LAYERS, ROWS, SIZE = 66, 256, 128
DEPTH, COLUMNS = 512, 500

layer = """
  %e{n} = tensor.empty() : tensor<{rows}x{size}xf32>
  %f{n} = linalg.fill ins(%zero : f32) outs(%e{n} : {x}) -> {x}
  %p{n} = linalg.matmul ins(%x{n}, %w : {x}, {w}) outs(%f{n} : {x}) -> {x}
  %x{next} = linalg.generic {{indexing_maps = [#same, #same],
      iterator_types = ["parallel", "parallel"]}} ins(%p{n} : {x}) outs(%e{n} : {x}) {{
  ^bb0(%in: f32, %out: f32):
    %r = arith.maximumf %in, %zero : f32
    linalg.yield %r : f32
  }} -> {x}"""

x = f"tensor<{ROWS}x{SIZE}xf32>"
w = f"tensor<{SIZE}x{SIZE}xf32>"
lines = [
    "#same = affine_map<(d0, d1) -> (d0, d1)>",
    f"func.func @main(%x0: {x}, %w: {w}, %v: tensor<1x{DEPTH}xf32>,"
    f" %u: tensor<{COLUMNS}x{DEPTH}xf32>) -> ({x}, tensor<1x{COLUMNS}xf32>) {{",
    "  %zero = arith.constant 0.0 : f32",
]
for n in range(LAYERS):
    lines.append(layer.format(n=n, next=n + 1, rows=ROWS, size=SIZE, x=x, w=w))
y, ut = f"tensor<1x{COLUMNS}xf32>", f"tensor<{DEPTH}x{COLUMNS}xf32>"
lines.append(f"""
  %et = tensor.empty() : {ut}
  %ut = linalg.transpose ins(%u : tensor<{COLUMNS}x{DEPTH}xf32>) outs(%et : {ut}) permutation = [1, 0]
  %ey = tensor.empty() : {y}
  %fy = linalg.fill ins(%zero : f32) outs(%ey : {y}) -> {y}
  %y = linalg.matmul ins(%v, %ut : tensor<1x{DEPTH}xf32>, {ut}) outs(%fy : {y}) -> {y}
  return %x{LAYERS}, %y : {x}, {y}
}}""")
sys.stdout.write("\n".join(lines) + "\n")

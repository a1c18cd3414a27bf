"""Writes a program of products x w that stay in scratchpads, each followed by a product v u' of
weights of its own that DRAM limits."""

LAYERS = 70
X, W = "tensor<256x128xf32>", "tensor<128x128xf32>"
V, U, UT, Y = "tensor<1x512xf32>", "tensor<500x512xf32>", "tensor<512x500xf32>", "tensor<1x500xf32>"


def product(name, a, b, left, right, result):
    return f"""  %e{name} = tensor.empty() : {result}
  %f{name} = linalg.fill ins(%zero : f32) outs(%e{name} : {result}) -> {result}
  %{name} = linalg.matmul ins({a}, {b} : {left}, {right}) outs(%f{name} : {result}) -> {result}
"""


weights = ", ".join(f"%u{n}: {U}" for n in range(LAYERS))
results = ", ".join([X] + [Y] * LAYERS)
print(f"func.func @main(%x0: {X}, %w: {W}, %v: {V}, {weights}) -> ({results}) {{\n"
      "  %zero = arith.constant 0.0 : f32")
for n in range(LAYERS):
    print(product(f"x{n + 1}", f"%x{n}", "%w", X, W, X)
          + f"  %et{n} = tensor.empty() : {UT}\n"
          f"  %t{n} = linalg.transpose ins(%u{n} : {U}) outs(%et{n} : {UT}) permutation = [1, 0]\n"
          + product(f"y{n}", "%v", f"%t{n}", V, UT, Y))
names = ", ".join([f"%x{LAYERS}", *(f"%y{n}" for n in range(LAYERS))])
print(f"  return {names} : {results}\n}}")

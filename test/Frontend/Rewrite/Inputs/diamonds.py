"""Writes v = v + transpose(v), 60 times: 2^60 paths lead from the result to the
argument."""

LAYERS, X = 60, "tensor<17x17xf32>"

print(f"func.func @main(%v0: {X}) -> {X} {{")
print(f"  %empty = tensor.empty() : {X}")
for layer in range(LAYERS):
    print(f"  %t{layer} = linalg.transpose ins(%v{layer} : {X}) outs(%empty : {X}) permutation = [1, 0]")
    print(f"  %v{layer + 1} = arith.addf %t{layer}, %v{layer} : {X}")
print(f"  return %v{LAYERS} : {X}\n}}")

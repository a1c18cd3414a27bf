#!/usr/bin/env python3
#===- test/Integration/ControlFlow/cases.py - loops that carry tensors -------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Programs with loops, branches and calls around tile code, and their reference results
by NumPy.

    cases.py                 list the names
    cases.py NAME FOLDER     write FOLDER/model.mlir, arg<i>.npy, result<i>.npy

The text of a case is the body of @main; `T` abbreviates the type of its tensors.
"""

import re
import sys
import zlib
from pathlib import Path

try:
    import numpy as np
except ImportError:     # lit's Python only needs the names
    np = None

T = "tensor<16x16xf32>"


def program(arguments: str, results: str, body: str, before: str = "") -> str:
    text = (before + f"func.func @main({arguments}) -> ({results}) {{\n"
            "  %c0 = arith.constant 0 : index\n"
            "  %c1 = arith.constant 1 : index\n"
            "  %c2 = arith.constant 2 : index\n"
            "  %c3 = arith.constant 3 : index\n"
            "  %c6 = arith.constant 6 : index\n"
            "  %c16 = arith.constant 16 : index\n"
            "  %zero = arith.constant 0.0 : f32\n"
            "  %one = arith.constant 1.0 : f32\n"
            "  %half = arith.constant 0.5 : f32\n"
            "  %e = tensor.empty() : T\n" + body + "}\n")
    return re.sub(r"\bT\b", T, text)


# --- Programs -------------------------------------------------------------------

SWAP = program("%x: T, %y: T", "T, T", """\
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (T, T) {
    scf.yield %b, %a : T, T
  }
  return %r#0, %r#1 : T, T
""")

# The old value of one iteration argument is read after the other is computed.
FIBONACCI = program("%x: T, %y: T", "T, T", """\
  %r:2 = scf.for %k = %c0 to %c6 step %c1 iter_args(%a = %x, %b = %y) -> (T, T) {
    %s = linalg.add ins(%a, %b : T, T) outs(%a : T) -> T
    %t = linalg.tanh ins(%s : T) outs(%e : T) -> T
    scf.yield %b, %t : T, T
  }
  return %r#0, %r#1 : T, T
""")

DOUBLE = program("%x: T", "T", """\
  %r:2 = scf.while (%i = %c0, %t = %x) : (index, T) -> (index, T) {
    %p = arith.cmpi ult, %i, %c3 : index
    scf.condition(%p) %i, %t : index, T
  } do {
  ^bb0(%i: index, %t: T):
    %u = linalg.add ins(%t, %t : T, T) outs(%t : T) -> T
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %u : index, T
  }
  return %r#1 : T
""")

# All cores read the sum that the loop condition depends on, while core 0 may continue.
HALVE = program("%x: T", "T, tensor<i32>", """\
  %limit = arith.constant 8.0 : f32
  %none = arith.constant 0 : i32
  %more = arith.constant 1 : i32
  %r:2 = scf.while (%t = %x, %k = %none) : (T, i32) -> (i32, T) {
    %se = tensor.empty() : tensor<f32>
    %f = linalg.fill ins(%zero : f32) outs(%se : tensor<f32>) -> tensor<f32>
    %s = linalg.reduce ins(%t : T) outs(%f : tensor<f32>) dimensions = [0, 1]
      (%a: f32, %b: f32) {
        %q = math.absf %a : f32
        %c = arith.addf %q, %b : f32
        linalg.yield %c : f32
      }
    %v = tensor.extract %s[] : tensor<f32>
    %p = arith.cmpf ogt, %v, %limit : f32
    scf.condition(%p) %k, %t : i32, T
  } do {
  ^bb0(%k: i32, %t: T):
    %h = tensor.splat %half : T
    %u = linalg.mul ins(%t, %h : T, T) outs(%e : T) -> T
    %j = arith.addi %k, %more : i32
    scf.yield %u, %j : T, i32
  }
  %n = tensor.from_elements %r#0 : tensor<i32>
  return %r#1, %n : T, tensor<i32>
""")

RNN = program("%x: tensor<6x16x16xf32>, %w: T, %h0: T", "T", """\
  %r = scf.for %t = %c0 to %c6 step %c1 iter_args(%h = %h0) -> (T) {
    %s = tensor.extract_slice %x[%t, 0, 0] [1, 16, 16] [1, 1, 1] : tensor<6x16x16xf32> to T
    %f = linalg.fill ins(%zero : f32) outs(%e : T) -> T
    %a = linalg.matmul ins(%s, %w : T, T) outs(%f : T) -> T
    %b = linalg.matmul ins(%h, %w : T, T) outs(%a : T) -> T
    %u = linalg.tanh ins(%b : T) outs(%e : T) -> T
    scf.yield %u : T
  }
  return %r : T
""")

CUMSUM = program("%x: T", "T, tensor<1x16xf32>", """\
  %row = tensor.empty() : tensor<1x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<1x16xf32>) -> tensor<1x16xf32>
  %r:2 = scf.for %t = %c0 to %c16 step %c1 iter_args(%o = %e, %a = %f) -> (T, tensor<1x16xf32>) {
    %s = tensor.extract_slice %x[%t, 0] [1, 16] [1, 1] : T to tensor<1x16xf32>
    %b = linalg.add ins(%s, %a : tensor<1x16xf32>, tensor<1x16xf32>) outs(%row : tensor<1x16xf32>) -> tensor<1x16xf32>
    %p = tensor.insert_slice %b into %o[%t, 0] [1, 16] [1, 1] : tensor<1x16xf32> into T
    scf.yield %p, %b : T, tensor<1x16xf32>
  }
  return %r#0, %r#1 : T, tensor<1x16xf32>
""")

ACCUMULATE = program("%x: T, %y: T, %c: T", "T", """\
  %r = scf.for %t = %c0 to %c6 step %c1 iter_args(%acc = %c) -> (T) {
    %m = linalg.matmul ins(%x, %y : T, T) outs(%acc : T) -> T
    scf.yield %m : T
  }
  return %r : T
""")

NESTED = program("%x: T, %y: T", "T, T", """\
  %r:3 = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %x, %b = %y, %s = %one) -> (T, T, f32) {
    %q:2 = scf.for %j = %c0 to %c2 step %c1 iter_args(%c = %a, %d = %b) -> (T, T) {
      %ij = arith.addi %i, %j : index
      %m = arith.remui %ij, %c2 : index
      %odd = arith.cmpi eq, %m, %c1 : index
      %w:2 = scf.if %odd -> (T, T) {
        %t = linalg.tanh ins(%c : T) outs(%e : T) -> T
        scf.yield %d, %t : T, T
      } else {
        %f = linalg.fill ins(%zero : f32) outs(%e : T) -> T
        %p = linalg.matmul ins(%c, %d : T, T) outs(%f : T) -> T
        %h = tensor.splat %half : T
        %u = linalg.mul ins(%p, %h : T, T) outs(%e : T) -> T
        scf.yield %u, %c : T, T
      }
      scf.yield %w#0, %w#1 : T, T
    }
    %v = tensor.extract %q#0[%c1, %c2] : T
    %sum = arith.addf %s, %v : f32
    %z = tensor.insert %sum into %q#1[%c0, %c0] : T
    scf.yield %q#0, %z, %sum : T, T, f32
  }
  return %r#0, %r#1 : T, T
""")

# A loop of scalar code writes memory and returns the value of the branch condition.
TRACE = program("%x: T", "tensor<16xf32>, T", """\
  %e0 = tensor.empty() : tensor<16xf32>
  %r:2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%o = %e0, %s = %zero) -> (tensor<16xf32>, f32) {
    %v = tensor.extract %x[%i, %i] : T
    %t = arith.addf %s, %v : f32
    %p = tensor.insert %t into %o[%i] : tensor<16xf32>
    scf.yield %p, %t : tensor<16xf32>, f32
  }
  %c = arith.cmpf ogt, %r#1, %zero : f32
  %q = scf.if %c -> (T) {
    %t = linalg.tanh ins(%x : T) outs(%e : T) -> T
    scf.yield %t : T
  } else {
    %t = linalg.add ins(%x, %x : T, T) outs(%e : T) -> T
    scf.yield %t : T
  }
  return %r#0, %q : tensor<16xf32>, T
""")

# The regions of the loop pass the tensors on in a different order.
PERMUTE = program("%x: T, %y: T", "T, T", """\
  %r:3 = scf.while (%a = %x, %b = %y, %i = %c0) : (T, T, index) -> (T, T, index) {
    %p = arith.cmpi ult, %i, %c3 : index
    scf.condition(%p) %b, %a, %i : T, T, index
  } do {
  ^bb0(%b: T, %a: T, %i: index):
    %t = linalg.tanh ins(%a : T) outs(%e : T) -> T
    %j = arith.addi %i, %c1 : index
    scf.yield %b, %t, %j : T, T, index
  }
  return %r#0, %r#1 : T, T
""")

# Each yielded tensor needs the old value of the other.
EXCHANGE_ROWS = program("%x: T, %y: T", "T, T", """\
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (T, T) {
    %s = tensor.extract_slice %a[0, 0] [1, 16] [1, 1] : T to tensor<1x16xf32>
    %t = tensor.insert_slice %s into %b[0, 0] [1, 16] [1, 1] : tensor<1x16xf32> into T
    scf.yield %b, %t : T, T
  }
  return %r#0, %r#1 : T, T
""")

# A maximum computed by the cores is the branch condition of each iteration.
MAXIMUM = program("%x: T", "T, tensor<f32>", """\
  %low = arith.constant 0xFF800000 : f32
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %x, %s = %zero) -> (T, f32) {
    %u = linalg.tanh ins(%a : T) outs(%e : T) -> T
    %se = tensor.empty() : tensor<f32>
    %l = linalg.fill ins(%low : f32) outs(%se : tensor<f32>) -> tensor<f32>
    %q = linalg.reduce ins(%u : T) outs(%l : tensor<f32>) dimensions = [0, 1]
      (%in: f32, %out: f32) {
        %m = arith.maximumf %in, %out : f32
        linalg.yield %m : f32
      }
    %v = tensor.extract %q[] : tensor<f32>
    %p = arith.cmpf ogt, %v, %s : f32
    %w:2 = scf.if %p -> (T, f32) {
      %h = tensor.splat %half : T
      %t = linalg.add ins(%u, %h : T, T) outs(%e : T) -> T
      scf.yield %t, %v : T, f32
    } else {
      %t = linalg.add ins(%u, %u : T, T) outs(%e : T) -> T
      scf.yield %t, %s : T, f32
    }
    scf.yield %w#0, %w#1 : T, f32
  }
  %z = tensor.from_elements %r#1 : tensor<f32>
  return %r#0, %z : T, tensor<f32>
""")

# The trip count is an argument; the result of each iteration is kept.
HISTORY = program("%x: T, %n: tensor<i32>", "tensor<6x16x16xf32>, T", """\
  %k = tensor.extract %n[] : tensor<i32>
  %bound = arith.index_cast %k : i32 to index
  %h = tensor.empty() : tensor<6x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%h : tensor<6x16x16xf32>) -> tensor<6x16x16xf32>
  %r:2 = scf.for %i = %c0 to %bound step %c1 iter_args(%a = %x, %o = %f) -> (T, tensor<6x16x16xf32>) {
    %s = tensor.insert_slice %a into %o[%i, 0, 0] [1, 16, 16] [1, 1, 1] : T into tensor<6x16x16xf32>
    %t = linalg.tanh ins(%a : T) outs(%a : T) -> T
    scf.yield %t, %s : T, tensor<6x16x16xf32>
  }
  return %r#1, %r#0 : tensor<6x16x16xf32>, T
""")

BLOCKS = program("%x: T", "T, T", """\
  %r:2 = scf.forall (%i, %j) = (0, 0) to (16, 16) step (8, 4) shared_outs(%o = %e, %q = %e) -> (T, T) {
    %s = tensor.extract_slice %x[%i, %j] [8, 4] [1, 1] : T to tensor<8x4xf32>
    %t = tensor.extract_slice %o[%i, %j] [8, 4] [1, 1] : T to tensor<8x4xf32>
    %v = tensor.extract_slice %q[%i, %j] [8, 4] [1, 1] : T to tensor<8x4xf32>
    %u = linalg.tanh ins(%s : tensor<8x4xf32>) outs(%t : tensor<8x4xf32>) -> tensor<8x4xf32>
    %w = linalg.add ins(%s, %s : tensor<8x4xf32>, tensor<8x4xf32>) outs(%v : tensor<8x4xf32>) -> tensor<8x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i, %j] [8, 4] [1, 1] : tensor<8x4xf32> into T
      tensor.parallel_insert_slice %w into %q[%i, %j] [8, 4] [1, 1] : tensor<8x4xf32> into T
    }
  }
  return %r#0, %r#1 : T, T
""")

CASE = program("%x: T, %n: tensor<i32>", "T", """\
  %k = tensor.extract %n[] : tensor<i32>
  %which = arith.index_cast %k : i32 to index
  %r = scf.index_switch %which -> T
  case 1 {
    %t = linalg.tanh ins(%x : T) outs(%e : T) -> T
    scf.yield %t : T
  }
  case 4 {
    %t = linalg.add ins(%x, %x : T, T) outs(%e : T) -> T
    scf.yield %t : T
  }
  default {
    scf.yield %x : T
  }
  return %r : T
""")

# The initial value of the loop is read after the loop.
KEPT = program("%x: T", "T, T", """\
  %g = linalg.tanh ins(%x : T) outs(%e : T) -> T
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %g) -> (T) {
    %s = linalg.tanh ins(%a : T) outs(%a : T) -> T
    scf.yield %s : T
  }
  %t = linalg.add ins(%g, %g : T, T) outs(%e : T) -> T
  return %r, %t : T, T
""")

CALLS = program("%x: T, %y: T", "T, T, T", """\
  %a:2 = call @g(%x, %y) : (T, T) -> (T, T)
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%c = %a#0, %d = %a#1) -> (T, T) {
    %q:2 = func.call @g(%c, %d) : (T, T) -> (T, T)
    scf.yield %q#0, %q#1 : T, T
  }
  return %r#0, %r#1, %a#0 : T, T, T
""", """\
func.func private @f(%x: T) -> T {
  %e = tensor.empty() : T
  %r = linalg.tanh ins(%x : T) outs(%e : T) -> T
  return %r : T
}
func.func private @g(%x: T, %y: T) -> (T, T) {
  %a = call @f(%x) : (T) -> T
  %b = call @f(%y) : (T) -> T
  return %b, %a : T, T
}
""")

# More groups than are compiled inline: equal ones are outlined into functions.
LAYERS = 70
CHAIN = program("%t0: T, %w: T", "T", "".join(f"""\
  %z{i} = linalg.fill ins(%zero : f32) outs(%e : T) -> T
  %m{i} = linalg.matmul ins(%t{i}, %w : T, T) outs(%z{i} : T) -> T
  %t{i + 1} = linalg.tanh ins(%m{i} : T) outs(%e : T) -> T
""" for i in range(LAYERS)) + f"""\
  %r = linalg.add ins(%t{LAYERS}, %t1 : T, T) outs(%e : T) -> T
  return %r : T
""")


# --- Reference results ----------------------------------------------------------


def fibonacci(x, y):
    for _ in range(6):
        x, y = y, np.tanh(x + y)
    return x, y


def halve(x):
    steps = 0
    while np.abs(x).sum(dtype=np.float32) > 8:
        x, steps = x * np.float32(0.5), steps + 1
    return x, np.array(steps, np.int32)


def rnn(x, w, h):
    for row in x:
        h = np.tanh(row @ w + h @ w)
    return (h,)


def nested(a, b):
    total = np.float32(1)
    for i in range(6):
        for j in range(2):
            if (i + j) % 2:
                a, b = b, np.tanh(a)
            else:
                a, b = (a @ b) * np.float32(0.5), a
        total = total + a[1, 2]
        b = b.copy()
        b[0, 0] = total
    return a, b


def trace(x):
    sums = np.cumsum(np.diagonal(x), dtype=np.float32)
    return sums, np.tanh(x) if sums[-1] > 0 else x + x


def permute(a, b):
    for _ in range(3):
        a, b = b, np.tanh(a)
    return b, a


def exchange_rows(a, b):
    for _ in range(3):
        a, b = b, np.concatenate([a[:1], b[1:]])
    return a, b


def maximum(a):
    best = np.float32(0)
    for _ in range(6):
        a = np.tanh(a)
        value = a.max()
        a, best = (a + np.float32(0.5), value) if value > best else (a + a, best)
    return a, np.array(best)


def history(x, count):
    kept = np.zeros((6, *x.shape), np.float32)
    for i in range(count):
        kept[i], x = x, np.tanh(x)
    return kept, x


def chain(x, w):
    first = np.tanh(x @ w)
    x = first
    for _ in range(LAYERS - 1):
        x = np.tanh(x @ w)
    return (x + first,)


def repeat(times, x):
    for _ in range(times):
        x = np.tanh(x)
    return x


SQUARE = (16, 16)
FOUR = 4     # an argument: this number
CASES = {   # name: program, shapes of the arguments, their scale, function
    "chain": (CHAIN, [SQUARE] * 2, 0.3, chain),
    "permute": (PERMUTE, [SQUARE] * 2, 1, permute),
    "exchange-rows": (EXCHANGE_ROWS, [SQUARE] * 2, 1, exchange_rows),
    "maximum": (MAXIMUM, [SQUARE], 1, maximum),
    "history": (HISTORY, [SQUARE, FOUR], 1, history),
    "blocks": (BLOCKS, [SQUARE], 1, lambda x: (np.tanh(x), x + x)),
    "case": (CASE, [SQUARE, FOUR], 1, lambda x, n: (x + x,)),
    "kept": (KEPT, [SQUARE], 1, lambda x: (repeat(3, x), 2 * np.tanh(x))),
    "swap": (SWAP, [SQUARE] * 2, 1, lambda x, y: (y, x)),
    "fibonacci": (FIBONACCI, [SQUARE] * 2, 1, fibonacci),
    "double": (DOUBLE, [SQUARE], 1, lambda x: (x * 8,)),
    "halve": (HALVE, [SQUARE], 1, halve),
    "rnn": (RNN, [(6, 16, 16), SQUARE, SQUARE], 0.25, rnn),
    "cumsum": (CUMSUM, [SQUARE], 1, lambda x: (np.cumsum(x, 0), np.cumsum(x, 0)[-1:])),
    "accumulate": (ACCUMULATE, [SQUARE] * 3, 1, lambda x, y, c: (c + 6 * (x @ y),)),
    "nested": (NESTED, [SQUARE] * 2, 0.5, nested),
    "trace": (TRACE, [SQUARE], 1, trace),
    "calls": (CALLS, [SQUARE] * 2, 1,
              lambda x, y: (repeat(4, x), repeat(4, y), repeat(1, y))),
}


def write(name: str, folder: Path) -> None:
    text, shapes, scale, function = CASES[name]
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    arguments = [np.array(shape, np.int32) if shape == FOUR else
                 (rng.standard_normal(shape) * scale).astype(np.float32) for shape in shapes]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.mlir").write_text(text)
    for i, array in enumerate(arguments):
        np.save(folder / f"arg{i}.npy", array)
    for i, array in enumerate(function(*arguments)):
        np.save(folder / f"result{i}.npy", array)


def main() -> int:
    if len(sys.argv) == 1:
        print("\n".join(CASES))
    elif len(sys.argv) == 3 and sys.argv[1] in CASES:
        write(sys.argv[1], Path(sys.argv[2]))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

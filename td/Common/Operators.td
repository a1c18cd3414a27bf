//===- Common/Operators.td - operators of semantics -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators of semantics. Each record has the operation of MLIR, the C++ of the
// simulator and the text of the manual, so that a new operator is one record.
// Elementwise operators are an open set, which generators translate by these
// texts; structured ones have code in the generators, and their records are for
// the manual.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_OPERATORS_TD
#define MATRIX_COMMON_OPERATORS_TD

include "Schema/Operator.td"

//===----------------------------------------------------------------------===//
// Elementwise operators
//===----------------------------------------------------------------------===//

let Commutative = 1 in {
def Add : Elementwise<2, "arith.addf", "num::add($0, $1)", "arith.addi", "num::addi($0, $1)"> {
  let Text = "$0 + $1";
  let ReductionName = "sum";
}
def Mul : Elementwise<2, "arith.mulf", "num::mul($0, $1)", "arith.muli", "num::muli($0, $1)"> {
  let Text = "$0 * $1";
  let ReductionName = "product";
}
def Max : Elementwise<2, "arith.maximumf", "num::maximum($0, $1)", "arith.maxsi", "num::maxs($0, $1)">;
def Min : Elementwise<2, "arith.minimumf", "num::minimum($0, $1)", "arith.minsi", "num::mins($0, $1)">;
def MaxU : Elementwise<2, mlirInt="arith.maxui", cppInt="num::maxu($0, $1)">;
def MinU : Elementwise<2, mlirInt="arith.minui", cppInt="num::minu($0, $1)">;
def And : Elementwise<2, mlirInt="arith.andi", cppInt="($0 & $1)"> { let Text = "$0 & $1"; }
def Or  : Elementwise<2, mlirInt="arith.ori",  cppInt="($0 | $1)"> { let Text = "$0 | $1"; }
def Xor : Elementwise<2, mlirInt="arith.xori", cppInt="($0 ^ $1)"> { let Text = "$0 ^ $1"; }
}
def Sub : Elementwise<2, "arith.subf", "num::sub($0, $1)", "arith.subi", "num::subi($0, $1)"> {
  let Text = "$0 - $1";
}
def Div : Elementwise<2, "arith.divf", "num::div($0, $1)"> { let Text = "$0 / $1"; }
def Fma : Elementwise<3, "math.fma", "num::fma($0, $1, $2)">;   // $0 * $1 + $2, rounded once
// Shift counts use the low 5 bits. The MLIR operations are undefined beyond 31,
// so the reference expansion masks the count.
def Shl : Elementwise<2, mlirInt="arith.shli",  cppInt="num::shl($0, $1)"> { let Text = "$0 << $1"; }
def Shr : Elementwise<2, mlirInt="arith.shrui", cppInt="num::shr($0, $1)"> { let Text = "$0 >>> $1"; }
def Sra : Elementwise<2, mlirInt="arith.shrsi", cppInt="num::sra($0, $1)"> { let Text = "$0 >> $1"; }
// Rounds to nearest even. MLIR has no such operation.
def RoundShift : Elementwise<2, cppInt="num::roundShift($0, $1)"> { let Text = "round($0 / 2^$1)"; }

// Comparisons
def Eq : Comparison<"arith.cmpf oeq", "($0 == $1)", "arith.cmpi eq",  "($0 == $1)"> { let Text = "$0 == $1"; }
def Ne : Comparison<"arith.cmpf une", "($0 != $1)", "arith.cmpi ne",  "($0 != $1)"> { let Text = "$0 != $1"; }
def Lt : Comparison<"arith.cmpf olt", "($0 < $1)",  "arith.cmpi slt", "($0 < $1)"> { let Text = "$0 < $1"; }
def Le : Comparison<"arith.cmpf ole", "($0 <= $1)", "arith.cmpi sle", "($0 <= $1)"> { let Text = "$0 <= $1"; }
def Gt : Comparison<"arith.cmpf ogt", "($0 > $1)",  "arith.cmpi sgt", "($0 > $1)"> { let Text = "$0 > $1"; }
def Select : Elementwise<3, "arith.select", "($0 ? $1 : $2)", "arith.select", "($0 ? $1 : $2)"> {
  let Text = "$0 ? $1 : $2";
}

def Abs   : Elementwise<1, "math.absf", "num::abs($0)", "math.absi", "num::absi($0)">;
def Floor : Elementwise<1, "math.floor", "num::floor($0)">;
def Round : Elementwise<1, "math.roundeven", "num::roundeven($0)">;
let Wide = 1 in {
def Exp   : Elementwise<1, "math.exp", "num::exp($0)">;
def Log   : Elementwise<1, "math.log", "num::log($0)">;
def Sqrt  : Elementwise<1, "math.sqrt", "num::sqrt($0)">;
def Rsqrt : Elementwise<1, "math.rsqrt", "num::rsqrt($0)">;
def Tanh  : Elementwise<1, "math.tanh", "num::tanh($0)">;
def Erf   : Elementwise<1, "math.erf", "num::erf($0)">;
def Sin   : Elementwise<1, "math.sin", "num::sin($0)">;
def Cos   : Elementwise<1, "math.cos", "num::cos($0)">;
}

def Sigmoid : Composed<(Div 1, (Add 1, (Exp (Sub "-0.0", $x)))), "num::sigmoid($0)">;

//===----------------------------------------------------------------------===//
// Structured operators: a closed set, implemented by the generators
//===----------------------------------------------------------------------===//

def Cast     : TileOp<"(Cast F, x)",
    "to float: to nearest even; float to integer: to nearest even, saturating, NaN gives 0; to a narrower integer: "
    "saturating; to a wider one: sign extended, unsigned formats zero extended; i1 to integer: all ones where true">;
def Bitcast  : TileOp<"(Bitcast F, x)", "the same bits, read as a format of the same width">;
def At       : TileOp<"(At \"ji\", x)",
    "element of x at other indices: \"ji\" transposed, \"0j\" row 0 in every row, \"i0\" column 0 in every column">;
def Reduce   : TileOp<"(Reduce Max, \"ik->ij\", x)",
    "k reduced, ascending, and the result broadcast along j; \"kj->ij\" reduces columns">;
def ArgReduce : TileOp<"(ArgReduce Lt, \"ik->ij\", x)",
    "i32: the first k whose element is not Lt, a strict order, any other of its line: with Lt, the index of the "
    "maximum; NaN is beyond every number, -0 equals +0; broadcast as by Reduce">;
def Contract : TileOp<"(Contract \"ik,jk->ij\", c, a, b)",
    "c, f32 or i32, plus the sum of a * b in the format of c: a chain of fused multiply-adds, k ascending; integers "
    "modulo 2^32">;
def Part     : TileOp<"(Part q, x)",
    "column block q of x: the columns are divided into blocks of RB/4, the columns of a 32-bit format; q: number or "
    "operand">;
def Insert   : TileOp<"(Insert q, part, x)", "x with column block q replaced">;
def Leading  : TileOp<"(Leading x)", "the first RB/4 rows of x: all of them where tiles are square">;
def Row      : TileOp<"(Row F, $p, m, q, n)", "row m*q+n of register tile $p, read as F, in every row">;
def Splat    : TileOp<"(Splat F, $s)", "the low bits of a scalar register, or a number, in every element">;
def Iota     : TileOp<"(Iota F, \"i\", $b)", "number of the row (\"i\") or column (\"j\") plus $b">;
def Mask     : TileOp<"(Mask $r, $c)", "i1: i < r and j < c, as signed numbers; ? for no bound">;
def Element  : TileOp<"(Element x, $n)",
    "a scalar register's value: element n of x, counted row by row, modulo their number; integers sign extended">;
def Load     : TileOp<"(Load [F,] $base, $imm, $stride)",
    "rows at base + imm*RB + i*stride bytes; of format F, if it cannot be inferred from the uses">;
def Store    : TileOp<"(Store x, $base, $imm, $stride)", "x to the rows at base + imm*RB + i*stride bytes">;
def RowBytes : TileOp<"RowBytes", "as a stride: RB of the variant">;
def RoleOp   : TileOp<"(RoleOp \"hook\", $a, ..)",
    "an action of the core, in program order: the simulator's member function of that name">;

//===----------------------------------------------------------------------===//
// Operators of instructions on row memories and of configuration state
//===----------------------------------------------------------------------===//

def View   : TileOp<"(View T, $a)", "the tile T (a TileAt) at the address in packed operand $a or in a PointerState">;
def Field  : TileOp<"(Field $a, \"name\")", "a field of a packed operand or of a PointerState, as unsigned number">;
def Pad    : TileOp<"(Pad rows, columns, x)",
    "x with zeros below and to the right, extended to these numbers of rows and columns">;
def Crop : TileOp<"(Crop x)", "the first rows and columns of x, as many as its destination has">;
def Set    : TileOp<"(Set dst, x)", "x to dst: an operand, a View, a TileState or a ScalarState">;
def Point  : TileOp<"(Point P, $a)", "PointerState P := the register $a">;
def Seq    : TileOp<"(Seq x, y, ..)", "one after the other">;
def Switch : TileOp<"(Switch s, x0, x1, ..)",
    "one of several, by a ScalarState, a Field or an Is; beyond the last: trap">;
def Is     : TileOp<"(Is s, n)", "1 if ScalarState or Field s is n, else 0">;
def Undefined : TileOp<"(Undefined)", "an undefined configuration: trap">;

#endif // MATRIX_COMMON_OPERATORS_TD

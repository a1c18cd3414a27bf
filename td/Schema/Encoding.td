//===- Schema/Encoding.td - opcodes and encoding formats ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats of docs/encodings.md: a field has the same position in each of
// them. A format encodes an operand in the field of its name; fields without an
// operand are zero.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_ENCODING_TD
#define MATRIX_SCHEMA_ENCODING_TD

include "Schema/Instruction.td"
include "Common/Opcodes.td"

/// Tests whether an operand $name exists.
class IsOperand<dag outs, dag ins, string name> {
  bit R = !or(!foldl(0, !range(!size(outs)), found, i, !or(found, !eq(!getdagname(outs, i), name))),
              !foldl(0, !range(!size(ins)), found, i, !or(found, !eq(!getdagname(ins, i), name))));
}
/// The field of a register operand $name; zero if there is none.
class RegisterField<string name, dag outs, dag ins> {
  bits<5> Bits = !if(IsOperand<outs, ins, name>.R, ?, 0b00000);
}

//===----------------------------------------------------------------------===//
// Scalar and system instructions
//===----------------------------------------------------------------------===//

// R   | op6 | rd5 | ra5 | rb5 | fn11 |
class InstR<bits<6> op, bits<11> fn, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd = RegisterField<"rd", outs, ins>.Bits;
  bits<5> ra = RegisterField<"ra", outs, ins>.Bits;
  bits<5> rb = RegisterField<"rb", outs, ins>.Bits;
  let Op = op; let FunctionLow = 0; let FunctionBits = 11;
  let Inst{25-21} = rd; let Inst{20-16} = ra; let Inst{15-11} = rb; let Inst{10-0} = fn;
}
// I   | op6 | rd5 | ra5 | imm16 |       stores, branches: first operand in rd
class InstI<bits<6> op, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd = RegisterField<"rd", outs, ins>.Bits;
  bits<5> ra = RegisterField<"ra", outs, ins>.Bits;
  bits<16> imm;
  let Op = op;
  let Inst{25-21} = rd; let Inst{20-16} = ra; let Inst{15-0} = imm;
}
// J   | op6 | rd5 | imm21 |             offset in words
class InstJ<bits<6> op, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd = RegisterField<"rd", outs, ins>.Bits;
  bits<21> imm;
  let Op = op;
  let Inst{25-21} = rd; let Inst{20-0} = imm;
}
// W   | op6 | rd5 | hw2 | fn3 | imm16 |
class InstW<bits<6> op, bits<3> fn, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd; bits<2> hw; bits<16> imm;
  let Op = op; let FunctionLow = 16; let FunctionBits = 3;
  let Inst{25-21} = rd; let Inst{20-19} = hw; let Inst{18-16} = fn; let Inst{15-0} = imm;
}
// R4  | op6 | rd5 | ra5 | rb5 | rc5 | fn6 |
class InstR4<bits<6> op, bits<6> fn, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd; bits<5> ra; bits<5> rb; bits<5> rc;
  let Op = op; let FunctionLow = 0; let FunctionBits = 6;
  let Inst{25-21} = rd; let Inst{20-16} = ra; let Inst{15-11} = rb; let Inst{10-6} = rc; let Inst{5-0} = fn;
}

//===----------------------------------------------------------------------===//
// Tile instructions
//===----------------------------------------------------------------------===//

// TM  | op6 | td5 | ra5 | rb5 | imm9 | fn2 |
class InstTM<bits<2> fn, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t, dag semantics>
    : TileInst<baseMnemonic, suffix, outs, ins, args, t, semantics> {
  bits<5> td;
  bits<5> ra;
  bits<5> rb = RegisterField<"rb", outs, ins>.Bits;
  bits<9> imm = !if(IsOperand<outs, ins, "imm">.R, ?, 0b000000000);
  let Op = OpTileMemory.Value; let FunctionLow = 0; let FunctionBits = 2;
  let Inst{25-21} = td; let Inst{20-16} = ra; let Inst{15-11} = rb; let Inst{10-2} = imm; let Inst{1-0} = fn;
}
// T   | op6 | td5 | ta5 | tb5 | fn5 | ty4 | q2 |
class InstT<bits<6> op, bits<5> fn, Format ty, string baseMnemonic, string suffix, dag outs, dag ins, string args,
            Timing t, dag semantics>
    : TileInst<baseMnemonic, suffix, outs, ins, args, t, semantics> {
  bits<5> td = RegisterField<"td", outs, ins>.Bits;
  bits<5> ta = RegisterField<"ta", outs, ins>.Bits;
  bits<5> tb = RegisterField<"tb", outs, ins>.Bits;
  bits<4> ty4 = ty.Code;
  bits<2> q = !if(IsOperand<outs, ins, "q">.R, ?, 0b00);
  let Op = op; let FunctionLow = 6; let FunctionBits = 5;
  let Inst{25-21} = td; let Inst{20-16} = ta; let Inst{15-11} = tb;
  let Inst{10-6} = fn; let Inst{5-2} = ty4; let Inst{1-0} = q;
}

#endif // MATRIX_SCHEMA_ENCODING_TD

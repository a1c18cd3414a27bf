// Semantics as trees, arguments first, and their properties used by the compiler.
// RUN: matrix-tblgen -gen-selection-tables %td_flags %s | FileCheck %s

include "Matrix.td"

// The body of the composed operator counts, so that this is tried before the
// sigmoid alone.
def XSILU_F32 : Tile1<30, "xsilu", TF32, (Mul $ta, (Sigmoid $ta))> {
  let AlsoMatches = [(Div $ta, (Add 1, (Exp (Sub "-0.0", $ta))))];
}

// CHECK: static const Format kFmtU8 = {"i8", 8, false, true, false};
// CHECK: static const Operator kAdd = {"Add", "arith.addf", "arith.addi", true, false, {}};
// CHECK: static const Operator kExp = {"Exp", "math.exp", "", false, true, {}};
// The sign of zero is preserved.
// CHECK: static const Node kBodySigmoid[] = {
// CHECK: {NodeKind::Number, &kFmtF32, {Extent::None, 0}, {Extent::None, 0}, nullptr, "", -0.0, 0, -1, 0, {}},
// CHECK: static const Operator kSigmoid = {"Sigmoid", "", "", false, true, kBodySigmoid};

// CHECK: static const Node kTree0TCVTN_I8_F32[] = {
// CHECK-NEXT: {NodeKind::Operand, nullptr, {Extent::None, 0}, {Extent::None, 0}, nullptr, "", 0.0, 0, 1, 0, {}},
// CHECK-NEXT: {NodeKind::Operand, &kFmtF32, {Extent::Rows, 0}, {Extent::Columns, 32}, nullptr, "", 0.0, 0, 2, 0, {}},
// CHECK-NEXT: {NodeKind::Cast, &kFmtI8, {Extent::Rows, 0}, {Extent::Columns, 32}, nullptr, "", 0.0, 0, -1, 1, {1}},
// CHECK-NEXT: {NodeKind::Operand, &kFmtI8, {Extent::Rows, 0}, {Extent::Columns, 8}, nullptr, "", 0.0, 0, 0, 0, {}},
// CHECK-NEXT: {NodeKind::Insert, &kFmtI8, {Extent::Rows, 0}, {Extent::Columns, 8}, nullptr, "", 0.0, 0, -1, 3, {0, 2, 3}},
// CHECK: static const Operand kInputsTCVTN_I8_F32[] = {
// CHECK-NEXT: {"c", OperandUse::Tile, &kFmtI8, 0, 0},
// CHECK-NEXT: {"q", OperandUse::Immediate, nullptr, 0, 3},
// CHECK-NEXT: {"ta", OperandUse::Tile, &kFmtF32, 0, 0},
// CHECK: static const llvm::StringLiteral kCpusTCVTN_I8_F32[] = {"base",{{.*}}
// CHECK: static const Cycles kCyclesTCVTN_I8_F32[] = {{[{]}}{{[{]}}{{[0-9]+}}, {{[0-9]+}}},{{.*}}

// CHECK: static const Operand kInputsTLD[] = {
// CHECK-NEXT: {"ra", OperandUse::Base, nullptr, 0, 0},
// CHECK-NEXT: {"imm", OperandUse::Offset, nullptr, -256, 255},
// CHECK-NEXT: {"rb", OperandUse::Stride, nullptr, 0, 0},

// CHECK: static const Pattern kPatternsXSILU_F32[] = {{[{]}}{kTree0XSILU_F32, 83}, {kTree1XSILU_F32, 66}, };

// Whole rows fit tiles of every width; columns do not.
// CHECK: {"TCVTN_I8_F32", "tcvtn", "tcvtn.i8.f32", "i8.f32", &kFmtI8, kInputsTCVTN_I8_F32, kPatternsTCVTN_I8_F32, false, false, false, false, kCpusTCVTN_I8_F32, {}, {}, {}, 0, kCyclesTCVTN_I8_F32, "EW"},
// CHECK: {"TLD", "tld", "tld", "", &kFmtAny32, kInputsTLD, kPatternsTLD, false, true, true, false, kCpusTLD, {}, {}, {}, 0, kCyclesTLD, "LD"},
// CHECK: {"TMASKC_W", "tmaskc", "tmaskc.w", "w", &kFmtAny32, kInputsTMASKC_W, kPatternsTMASKC_W, false, false,
// CHECK: {"TMASKR", "tmaskr", "tmaskr", "", &kFmtAny32, kInputsTMASKR, kPatternsTMASKR, false, true,
// CHECK: static const BaseMnemonic kBaseMnemonics[] = {
// CHECK: {"tadd", kBaseMnemonic

//===- Isa/ScalarFloat.td - f32, f64 and conversions ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic, comparisons and conversions of f32 and f64, which share one
// register file. Results are rounded once, to nearest even. Negation, absolute
// value and moves are sign injections, as in RISC-V. Conversions of f16 and
// bf16 have 16 bits in the low half of an f32 register; there is no arithmetic
// on them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SCALARFLOAT_TD
#define MATRIX_ISA_SCALARFLOAT_TD

include "Common/Roles.td"
include "Common/ScalarNodes.td"
include "Isa/ScalarInteger.td"
include "Isa/ScalarMemory.td"

/// An arithmetic format, f32 or f64.
class ScalarFormat<string suffix, bits<2> number, RegisterOperand reg, ValueType type> {
  string Suffix = suffix;
  bits<2> Code = number;
  bit Double = number{0};
  RegisterOperand Reg = reg;
  ValueType Type = type;
}
def Single : ScalarFormat<"s", 0, SReg, f32>;
def Double : ScalarFormat<"d", 1, DReg, f64>;
defvar ScalarFormats = [Single, Double];

//===----------------------------------------------------------------------===//
// Arithmetic: fn[10] = double
//===----------------------------------------------------------------------===//

class Float2<ScalarFormat f, bits<11> fn, string baseMnemonic, dag value, Timing time = TimeFloat>
    : InstR<OpFloat.Value, fn, baseMnemonic, "." # f.Suffix, (outs f.Reg:$rd), (ins f.Reg:$ra, f.Reg:$rb),
            "$rd, $ra, $rb", time> {
  let Inst{10} = f.Double;
  let Pattern = [(set f.Reg:$rd, value)];
}
class Float1<ScalarFormat f, bits<11> fn, string baseMnemonic, dag value, Timing time = TimeFloat>
    : InstR<OpFloat.Value, fn, baseMnemonic, "." # f.Suffix, (outs f.Reg:$rd), (ins f.Reg:$ra), "$rd, $ra", time> {
  let Inst{10} = f.Double;
  let Pattern = [(set f.Reg:$rd, value)];
}
class FloatCompare<ScalarFormat f, bits<11> fn, string baseMnemonic, SDPatternOperator condition>
    : InstR<OpFloat.Value, fn, baseMnemonic, "." # f.Suffix, (outs XReg:$rd), (ins f.Reg:$ra, f.Reg:$rb),
            "$rd, $ra, $rb", TimeFloat> {
  let Inst{10} = f.Double;
  let Pattern = [(set XReg:$rd, (i64 (condition (f.Type f.Reg:$ra), f.Reg:$rb)))];
}

// R4 format: fn[5] = double.
class FloatFma<ScalarFormat f, bits<6> fn, string baseMnemonic, dag value>
    : InstR4<OpFloatFma.Value, fn, baseMnemonic, "." # f.Suffix, (outs f.Reg:$rd),
             (ins f.Reg:$ra, f.Reg:$rb, f.Reg:$rc), "$rd, $ra, $rb, $rc", TimeFloat> {
  let Inst{5} = f.Double;
  let Pattern = [(set f.Reg:$rd, value)];
}

foreach f = ScalarFormats in {
  defvar S = !toupper(f.Suffix);
  defvar a = (f.Type f.Reg:$ra);
  defvar b = (f.Type f.Reg:$rb);
  let isCommutable = 1 in {
  def FADD_#S : Float2<f, 0, "fadd", (fadd a, b)>;
  def FMUL_#S : Float2<f, 2, "fmul", (fmul a, b)>;
  }
  def FSUB_#S : Float2<f, 1, "fsub", (fsub a, b)>;
  def FDIV_#S : Float2<f, 3, "fdiv", (fdiv a, b), TimeFloatDiv>;
  def FSQRT_#S : Float1<f, 4, "fsqrt", (fsqrt a), TimeFloatDiv>;
  // If one operand is NaN, fmin returns the other and fminm NaN.
  let isCommutable = 1 in {
  def FMIN_#S  : Float2<f, 5, "fmin", (fminimumnum a, b)>;
  def FMAX_#S  : Float2<f, 6, "fmax", (fmaximumnum a, b)>;
  def FMINM_#S : Float2<f, 13, "fminm", (fminimum a, b)>;
  def FMAXM_#S : Float2<f, 14, "fmaxm", (fmaximum a, b)>;
  }
  // ra with the sign of rb, with its complement, or with the xor of both signs;
  // NaN payloads are preserved.
  def FSGNJ_#S  : Float2<f, 7, "fsgnj",  (fcopysign a, b)> {
    let Roles = !if(f.Double, [RoleFloatMove], []<Role>);
  }
  def FSGNJN_#S : Float2<f, 8, "fsgnjn", (fcopysign a, (fneg b))>;
  def FSGNJX_#S : Float2<f, 9, "fsgnjx", (MatrixSignXor a, b)>;
  def FEQ_#S : FloatCompare<f, 10, "feq", setoeq>;
  def FLT_#S : FloatCompare<f, 11, "flt", setolt>;
  def FLE_#S : FloatCompare<f, 12, "fle", setole>;
  def FFLOOR_#S : Float1<f, 16, "ffloor", (ffloor a)>;
  def FCEIL_#S  : Float1<f, 17, "fceil",  (fceil a)>;
  def FTRUNC_#S : Float1<f, 18, "ftrunc", (ftrunc a)>;
  def FRND_#S   : Float1<f, 19, "frnd",   (froundeven a)>;

  // ra * rb + rc, with the signs of product and rc, rounded once.
  defvar c = (f.Type f.Reg:$rc);
  def FMADD_#S  : FloatFma<f, 0, "fmadd",  (fma a, b, c)>;
  def FMSUB_#S  : FloatFma<f, 1, "fmsub",  (fma a, b, (fneg c))>;
  def FNMSUB_#S : FloatFma<f, 2, "fnmsub", (fma (fneg a), b, c)>;
  def FNMADD_#S : FloatFma<f, 3, "fnmadd", (fma (fneg a), b, (fneg c))>;
}

//===----------------------------------------------------------------------===//
// Conversions and moves:  fn = | 0 | to2 | from2 | 0 | kind4 |
//===----------------------------------------------------------------------===//

// Kinds; formats besides those of ScalarFormats (integers have 0).
defvar ToInteger = 0;
defvar FromInteger = 1;
defvar FloatToFloat = 2;
defvar BitsToInteger = 3;
defvar BitsFromInteger = 4;
defvar CodeF16 = 2;
defvar CodeBF16 = 3;

class FloatConvert<bits<4> kind, bits<2> to, bits<2> from, string suffix, RegisterOperand d, RegisterOperand a,
                   dag value, string baseMnemonic = "fcvt", Timing time = TimeFloat>
    : InstR<OpFloatConvert.Value, 0, baseMnemonic, suffix, (outs d:$rd), (ins a:$ra), "$rd, $ra", time> {
  let Inst{9-8} = to;
  let Inst{7-6} = from;
  let Inst{3-0} = kind;
  let Pattern = [(set d:$rd, value)];
}

foreach f = ScalarFormats in {
  defvar S = !toupper(f.Suffix);
  defvar a = (f.Type f.Reg:$ra);
  def FCVT_L_#S : FloatConvert<ToInteger, 0, f.Code, ".l." # f.Suffix, XReg, f.Reg, (i64 (fp_to_sint a))>;
  def FCVT_#S#_L : FloatConvert<FromInteger, f.Code, 0, "." # f.Suffix # ".l", f.Reg, XReg,
                                (f.Type (sint_to_fp XReg:$ra))>;
  // Results of 16 bits are in the low bits of the register.
  def FCVT_H_#S : FloatConvert<FloatToFloat, CodeF16, f.Code, ".h." # f.Suffix, SReg, f.Reg,
                               (f32 (MatrixFloatFromBits (i64 (fp_to_f16 a))))>;
  def FCVT_B_#S : FloatConvert<FloatToFloat, CodeBF16, f.Code, ".b." # f.Suffix, SReg, f.Reg,
                               (f32 (MatrixFloatFromBits (i64 (fp_to_bf16 a))))>;
}
def FCVT_D_S : FloatConvert<FloatToFloat, Double.Code, Single.Code, ".d.s", DReg, SReg, (f64 (fpextend SReg:$ra))>;
def FCVT_S_D : FloatConvert<FloatToFloat, Single.Code, Double.Code, ".s.d", SReg, DReg, (f32 (fpround DReg:$ra))>;
def FCVT_S_H : FloatConvert<FloatToFloat, Single.Code, CodeF16, ".s.h", SReg, SReg,
                            (f32 (f16_to_fp (i64 (MatrixBitsFromFloat SReg:$ra))))>;
def FCVT_S_B : FloatConvert<FloatToFloat, Single.Code, CodeBF16, ".s.b", SReg, SReg,
                            (f32 (bf16_to_fp (i64 (MatrixBitsFromFloat SReg:$ra))))>;

// fmv.x.s sign-extends.
def FMV_X_S : FloatConvert<BitsToInteger, 0, Single.Code, ".x.s", XReg, SReg,
                           (i64 (MatrixBitsFromFloat SReg:$ra)), "fmv">;
def FMV_X_D : FloatConvert<BitsToInteger, 0, Double.Code, ".x.d", XReg, DReg,
                           (i64 (bitconvert (f64 DReg:$ra))), "fmv">;
let isReMaterializable = 1 in {
def FMV_S_X : FloatConvert<BitsFromInteger, Single.Code, 0, ".s.x", SReg, XReg,
                           (f32 (MatrixFloatFromBits XReg:$ra)), "fmv"> { let Roles = [RoleBitsToF32]; }
def FMV_D_X : FloatConvert<BitsFromInteger, Double.Code, 0, ".d.x", DReg, XReg,
                           (f64 (bitconvert (i64 XReg:$ra))), "fmv"> { let Roles = [RoleBitsToF64]; }
}

//===----------------------------------------------------------------------===//
// Additional patterns
//===----------------------------------------------------------------------===//

foreach f = ScalarFormats in {
  defvar S = !toupper(f.Suffix);
  defvar a = (f.Type f.Reg:$a);
  defvar b = (f.Type f.Reg:$b);
  def : Pat<(f.Type (fminnum a, b)), (!cast<Instruction>("FMIN_"#S) a, b)>;
  def : Pat<(f.Type (fmaxnum a, b)), (!cast<Instruction>("FMAX_"#S) a, b)>;
  def : Pat<(f.Type (fneg a)), (!cast<Instruction>("FSGNJN_"#S) a, a)>;
  def : Pat<(f.Type (fabs a)), (!cast<Instruction>("FSGNJX_"#S) a, a)>;
  def : Pat<(f.Type (frint a)), (!cast<Instruction>("FRND_"#S) a)>;
  def : Pat<(f.Type (fnearbyint a)), (!cast<Instruction>("FRND_"#S) a)>;
  // Ordering-agnostic predicates (no NaN).
  def : Pat<(i64 (seteq a, b)), (!cast<Instruction>("FEQ_"#S) a, b)>;
  def : Pat<(i64 (setlt a, b)), (!cast<Instruction>("FLT_"#S) a, b)>;
  def : Pat<(i64 (setle a, b)), (!cast<Instruction>("FLE_"#S) a, b)>;
  def : Pat<(i64 (fp_to_sint_sat a, i64)), (!cast<Instruction>("FCVT_L_"#S) a)>;

  def : Pat<(i64 (fp_to_f16 a)), (FMV_X_S (!cast<Instruction>("FCVT_H_"#S) a))>;
  def : Pat<(i64 (fp_to_bf16 a)), (FMV_X_S (!cast<Instruction>("FCVT_B_"#S) a))>;
  def : Pat<(truncstorei16 (i64 (fp_to_f16 a)), (Address XReg:$base, SignedImmediate:$imm)),
            (FSH (!cast<Instruction>("FCVT_H_"#S) a), XReg:$base, SignedImmediate:$imm)>;
  def : Pat<(truncstorei16 (i64 (fp_to_bf16 a)), (Address XReg:$base, SignedImmediate:$imm)),
            (FSH (!cast<Instruction>("FCVT_B_"#S) a), XReg:$base, SignedImmediate:$imm)>;
}
// Operands of different width: the sign is moved as a bit, because a conversion
// does not preserve the sign of NaN.
def : Pat<(f32 (fcopysign SReg:$a, (f64 DReg:$b))),
          (FSGNJ_S SReg:$a, (FMV_S_X (SHRI (FMV_X_D DReg:$b), 32)))>;
def : Pat<(f64 (fcopysign DReg:$a, (f32 SReg:$b))),
          (FSGNJ_D DReg:$a, (FMV_D_X (SHLI (FMV_X_S SReg:$b), 32)))>;

foreach p = [["H", "f16_to_fp"], ["B", "bf16_to_fp"]] in {
  defvar node = !cast<SDNode>(p[1]);
  defvar inst = !cast<Instruction>("FCVT_S_" # p[0]);
  def : Pat<(f32 (node XReg:$a)), (inst (FMV_S_X XReg:$a))>;
  def : Pat<(f64 (node XReg:$a)), (FCVT_D_S (inst (FMV_S_X XReg:$a)))>;
  foreach load = [zextloadi16, extloadi16] in
    def : Pat<(f32 (node (i64 (load (Address XReg:$base, SignedImmediate:$imm))))),
              (inst (FLH XReg:$base, SignedImmediate:$imm))>;
}

#endif // MATRIX_ISA_SCALARFLOAT_TD

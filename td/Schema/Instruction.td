//===- Schema/Instruction.td - instruction records and operands -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes of operands, roles and instructions. One record describes an
// instruction completely: encoding, assembly, semantics and timing. MatrixInst
// derives from LLVM's Instruction, so that llvm-tblgen and matrix-tblgen read
// the same records.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_INSTRUCTION_TD
#define MATRIX_SCHEMA_INSTRUCTION_TD

include "Schema/Format.td"
include "Schema/Machine.td"
include "Common/Features.td"
include "Common/Formats.td"
include "Isa/Registers.td"

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A tile register whose elements have format f.
class TileOperand<Format f> : RegisterOperand<TR> { Format Fmt = f; }
/// Range of the values of an immediate field. -check-description reports
/// invalid widths and shifts; here they are replaced by 1 bit so that parsing
/// continues.
class ImmediateRange<int width, bit isSigned, int shift, int bias> {
  defvar isValid = !and(!ge(width, 1), !le(width, 32), !ge(shift, 0), !le(shift, 30));
  defvar validWidth = !if(isValid, width, 1);
  defvar validShift = !if(isValid, shift, 0);
  int Min = !add(bias, !if(isSigned, !mul(-1, !shl(1, !add(validWidth, validShift, -1))), 0));
  int Max = !add(bias, !shl(!sub(!shl(1, !if(isSigned, !sub(validWidth, 1), validWidth)), 1), validShift));
  int Step = !shl(1, validShift);
}
class ImmediateClass<int width, bit isSigned, int shift, int bias> : AsmOperandClass {
  defvar range = ImmediateRange<width, isSigned, shift, bias>;
  // An identifier of C++, also with a negative bias.
  let Name = "Imm_" # width # "_" # isSigned # "_" # shift # "_" # !subst("-", "m", "" # bias);
  let PredicateMethod = "isMatrixImm<" # width # ", " # isSigned # ", " # shift # ", " # bias # ">";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected an integer from " # range.Min # " to " # range.Max
      # !if(shift, ", a multiple of " # range.Step, "");
}
/// An encoded number: value = (field << shift) + bias, in [Min, Max]. Parser,
/// encoder, decoder, verifier and simulator are generated from these fields.
class Immediate<int width, bit isSigned = 0, int shift = 0, int bias = 0>
    : Operand<i64>,
      ImmLeaf<i64, "return isMatrixImm<" # width # ", " # isSigned # ", " # shift # ", " # bias # ">(Imm);"> {
  int Width = width;          // width of the field
  bit Signed = isSigned;
  int Shift = shift;
  int Bias = bias;
  int Min = ImmediateRange<width, isSigned, shift, bias>.Min;
  int Max = ImmediateRange<width, isSigned, shift, bias>.Max;
  let ParserMatchClass = ImmediateClass<width, isSigned, shift, bias>;
  let EncoderMethod = "encodeImm<" # width # ", " # shift # ", " # bias # ">";
  let DecoderMethod = "decodeImm<" # width # ", " # isSigned # ", " # shift # ", " # bias # ">";
  let OperandType = "OPERAND_IMMEDIATE";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// A name under which handwritten C++ looks up an instruction. At most one
/// instruction of a variant holds a role.
class Role<string name, string summary> { string Name = name; string Summary = summary; }
/// A role of a scalar instruction that all variants have. In the code
/// generator its opcode is the constant Matrix::role::<Name in CamelCase>.
class ScalarRole<string name, string summary> : Role<name, summary>;
/// A control register. The simulator computes its value in Core::role_read_csr,
/// which requires a CsrValue of the same name.
class Csr<string name, bits<16> number, string summary> {
  string Name = name;
  bits<16> Number = number;
  string Summary = summary;
}
class CsrValue<string name> { string Name = name; }

/// An operation of the dialect that no instruction defines, and whose name no
/// instruction on tiles or rows may have.
class HandwrittenOperation<string name> { string Name = name; }

/// Whether the result of a scalar instruction is a sign-extended 32-bit number:
/// always, or if all inputs in registers are. For the removal of extensions.
defvar AnyResult = 0;
defvar AlwaysWord = 1;
defvar WordOfWords = 2;

/// baseMnemonic: base mnemonic; also the name of the dialect operation, the builtin,
///         the simulator function and the tests.
/// suffix: formats with a leading dot: `.f32.bf16`; mnemonic = baseMnemonic # suffix.
/// args:   operands in assembly syntax.
class MatrixInst<string baseMnemonic, string suffix, dag outs, dag ins, string args,
                 Timing timing> : Instruction {
  string BaseMnemonic = baseMnemonic;
  string Mnemonic = baseMnemonic # suffix;
  Timing Time = timing;
  list<Role> Roles = [];
  list<dag> ScalarSemantics = [];               // scalar: semantics, if they are not Pattern
  bits<2> Word = AnyResult;
  let TSFlags{1-0} = Word;
  string Brief = "";                // one line for the manual, if the semantics need explanation

  bits<32> Inst;
  int FunctionLow = 0;              // position and width of the function code in Inst;
  int FunctionBits = 0;             // the manual lists the free codes
  bits<32> SoftFail = 0;
  bits<6> Op;
  let Inst{31-26} = Op;
  let Size = 4;
  let Namespace = "Matrix";
  // One disassembler table per list of predicates: instructions of disjoint
  // variants may have the same encoding.
  let DecoderNamespace = !foldl("Matrix", Predicates, name, p, name # "_" # !cast<string>(p));
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = !if(!empty(args), Mnemonic, Mnemonic # "\t" # args);
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;
}

//===----------------------------------------------------------------------===//
// Tile instructions
//===----------------------------------------------------------------------===//

/// Predicates of an elementwise instruction on format f.
class ElementwiseOn<Format f> {
  list<Predicate> Needs = !if(!eq(f, FmtF32), [HasTiles], [HasTiles, HasEwTypes]);
}

class TileInst<string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t, dag semantics>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  dag Semantics = semantics;
  list<dag> AlsoMatches = [];       // further expressions that the compiler replaces by this instruction
  let Predicates = [HasTiles];
}

/// The target of (RoleOp "name", ...): a member function of the simulator's
/// core with that number of arguments.
class Hook<string name, int arity, bit result = 0> { string Name = name; int Arity = arity; bit Result = result; }

/// Mixin of instructions on DMA, barriers and control registers. They have side
/// effects and are reached by builtins. The semantics are a (RoleOp "hook",
/// ...), which calls the member function of that name in the simulator.
class SystemInst<dag semantics> {
  dag Semantics = semantics;
  bit hasSideEffects = 1;
  bit mayLoad = 1;
  bit mayStore = 1;
}

#endif // MATRIX_SCHEMA_INSTRUCTION_TD

// Mistakes in short forms.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/forms.td 2>&1 | FileCheck %t/forms.td
// RUN: not matrix-tblgen -check-description %td_flags %t/layout.td 2>&1 | FileCheck %t/layout.td

//--- forms.td
include "Matrix.td"
def : ShortForm<SHL, 0b0010, [Any<["rd", "ra"]>, Any<["rb"]>]>;
def : ShortForm<ADDI, 0x3540, [Constant<["rd"], 0>, Constant<["ra"], 0>, Constant<["immediate"], 0>]>;
def : ShortForm<ADDI, 0x3541, [Constant<["rd"], 0>, Constant<["ra"], 0>]>;
def : ShortForm<ADDI, 0x3542, [Constant<["rd", "ra"], 0>, Constant<["ra"], 0>, Constant<["imm"], 0>]>;
def : ShortForm<ADDI, 0x3543, [Constant<["rd"], 0>, Constant<["ra"], 32>, Constant<["imm"], 0>]>;
def : ShortForm<ANDI, 0x1aa0, [Constant<["rd"], 0>, Constant<["ra"], 0>, ShortField<["imm"], 1, isSigned=1>]>;
def : ShortForm<JALR, 0x3544, [Constant<["rd"], 0>, Constant<["ra"], 1>, Constant<["imm"], 0>], BothSlots>;
def : ShortForm<ADDI, 0x4000, [Constant<["rd"], 0>, Constant<["ra"], 0>, Constant<["imm"], 0>]>;
def : ShortForm<ADDI, 0x3545, [ShortField<["rd"], -3>, Constant<["ra"], 0>, Constant<["imm"], 0>]>;
def : ShortForm<ADDI, 0x3546, [Constant<["rd"], 0>, Constant<["ra"], 0>, ShortField<["imm"], 0, shift=-4>]>;
def : ShortForm<ADDI, 0x3547, [Constant<["rd"], 0>, Constant<["ra"], 0>, Constant<["imm"], 1>], 0>;
def INSIDE : InstR<0x3C, 0, "inside", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> {
  let Pattern = [(set XReg:$rd, (add XReg:$ra, 1))];
}
// CHECK: forms.td:13:5: error: encoding of INSIDE overlaps pair words
// CHECK: forms.td:13:5: note: free opcodes: 0x
// CHECK: forms.td:3:1: error: ADDI has no operand $immediate
// CHECK: forms.td:3:1: note: name operands as the instruction does
// CHECK: forms.td:4:1: error: operand $imm of ADDI is in no field
// CHECK: forms.td:4:1: note: name each operand once; a constant is a field of no bits
// CHECK: forms.td:5:1: error: operand $ra of ADDI is in two fields
// CHECK: forms.td:6:1: error: operand $ra has the values 32 to 32, its field in ADDI those from 0 to 31
// CHECK: forms.td:6:1: note: make the field smaller, or choose another shift or base
// CHECK: forms.td:7:1: error: operand $imm has the values -1 to 0, its field in ANDI those from 0 to 65535
// CHECK: forms.td:8:1: error: JALR transfers control in the first slot
// CHECK: forms.td:8:1: note: the second instruction would not be executed; use SecondSlot
// CHECK: forms.td:9:1: error: a prefix of 16384 and fields of 0 bits do not fit in a slot of 14
// CHECK: forms.td:9:1: note: choose a smaller prefix or smaller fields
// CHECK: forms.td:10:1: error: a field of -3 bits, shifted by 0
// CHECK: forms.td:10:1: note: give 0 to 14 bits, and a shift of 0 to 31
// CHECK: forms.td:11:1: error: a field of 0 bits, shifted by -4
// CHECK: forms.td:12:1: error: the short form of ADDI is in no slot
// CHECK: forms.td:12:1: note: use FirstSlot, SecondSlot or BothSlots
// CHECK: forms.td:2:1: error: the short form of SHL overlaps that of ADDI
// CHECK: forms.td:2:1: note: some slots decode as both; free are: 0x
// CHECK: Pairs.td:{{[0-9:]+}} note: that of ADDI is here

//--- layout.td
include "Matrix.td"
def : PairLayout<FeaturePairs, OpPair, slotBits=13>;
// CHECK: layout.td:2:1: error: two slots of 13 bits do not fill the words of 4 opcodes
// CHECK: layout.td:2:1: note: give a number of opcodes that is a power of two, the first a multiple of it, and half of the other bits to each slot

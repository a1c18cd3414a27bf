// Names of the classes of immediates are identifiers of C++, also with a negative bias.
// RUN: llvm-tblgen -print-records %td_flags %s | FileCheck %s

include "Matrix.td"

def Around : Immediate<5, bias=-16>;

// CHECK: string Name = "Imm_5_0_0_m16";
// CHECK-NEXT: list<AsmOperandClass> SuperClasses
// CHECK-NEXT: string PredicateMethod = "isMatrixImm<5, 0, 0, -16>";

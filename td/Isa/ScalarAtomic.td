//===- Isa/ScalarAtomic.td - atomic read-modify-write ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// R format: fn[0..1] = operation, fn[4] = 64 bits. On DRAM or the
// own scratchpad; sequentially consistent with each other. Load and store of
// one instruction are one indivisible step of the machine.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SCALARATOMIC_TD
#define MATRIX_ISA_SCALARATOMIC_TD

include "Common/ScalarNodes.td"
include "Isa/ScalarMemory.td"

class Atomic<bits<2> fn, bit is64, string baseMnemonic, dag operands, string constraint, dag old, dag effect>
    : InstR<OpAtomic.Value, 0, baseMnemonic, !if(is64, ".d", ".w"), (outs XReg:$rd), operands,
            "$rd, $rb, (${ra})", TimeAtomic> {
  let Inst{4} = is64;
  let Inst{1-0} = fn;
  let Constraints = constraint;
  let ScalarSemantics = [(set XReg:$rd, old), effect];
  let mayLoad = 1;
  let mayStore = 1;
}

foreach is64 = [0, 1] in {
  defvar S = !if(is64, "D", "W");
  defvar width = !if(is64, "64", "32");
  defvar old = !if(is64, (i64 (load XReg:$ra)), (i64 (sextloadi32 XReg:$ra)));
  defvar put = !if(is64, store, truncstorei32);
  defvar expected = !if(is64, (i64 XReg:$c), (sext_inreg XReg:$c, i32));
  // rd = old value; memory = sum, rb, or rb if the old value equals rd.
  def AMOADD_#S  : Atomic<0, is64, "amoadd", (ins XReg:$rb, XReg:$ra), "", old,
                          (put (add old, XReg:$rb), XReg:$ra)>;
  def AMOSWAP_#S : Atomic<1, is64, "amoswap", (ins XReg:$rb, XReg:$ra), "", old, (put XReg:$rb, XReg:$ra)>;
  def AMOCAS_#S  : Atomic<2, is64, "amocas", (ins XReg:$c, XReg:$rb, XReg:$ra), "$rd = $c", old,
                          (put (select (i64 (seteq old, expected)), XReg:$rb, old), XReg:$ra)>;

  def : Pat<(i64 (!cast<PatFrags>("atomic_load_add_i"#width) XReg:$ra, XReg:$rb)),
            (!cast<Instruction>("AMOADD_"#S) XReg:$rb, XReg:$ra)>;
  def : Pat<(i64 (!cast<PatFrags>("atomic_swap_i"#width) XReg:$ra, XReg:$rb)),
            (!cast<Instruction>("AMOSWAP_"#S) XReg:$rb, XReg:$ra)>;
  def : Pat<(i64 (!cast<PatFrags>("atomic_cmp_swap_i"#width) XReg:$ra, XReg:$c, XReg:$rb)),
            (!cast<Instruction>("AMOCAS_"#S) XReg:$c, XReg:$rb, XReg:$ra)>;
}

//===----------------------------------------------------------------------===//
// Plain loads are atomic and in order. Atomic stores are exchanges.
//===----------------------------------------------------------------------===//

foreach p = [["8", "LBU"], ["16", "LHU"], ["32", "LW"], ["64", "LD"]] in
  foreach extension = !if(!eq(p[0], "64"), ["nonext"], ["aext", "zext", "sext"]) in {
    defvar signed = !and(!eq(extension, "sext"), !ne(p[0], "32"));
    defvar plain = !if(!eq(extension, "zext"), !subst("LW", "LWU", p[1]), p[1]);
    def : Pat<(i64 (!cast<PatFrags>("atomic_load_"#extension#"_"#p[0]) (Address XReg:$ra, SignedImmediate:$imm))),
              (!cast<Instruction>(!if(signed, !subst("U", "", plain), plain)) XReg:$ra, SignedImmediate:$imm)>;
  }

#endif // MATRIX_ISA_SCALARATOMIC_TD

// Invalid row-memory tiles and configuration state.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/many.td 2>&1 | FileCheck %t/many.td
// RUN: not matrix-tblgen -check-description %td_flags %t/counts.td 2>&1 | FileCheck %t/counts.td

//--- many.td
include "Matrix.td"
def FeatureX : Feature<"x", "HasX", "x">;
def HasX : Predicate<"Subtarget->hasX()">, AssemblerPredicate<(all_of FeatureX)>;
def SpaceX : RowSpace<"xrows", 80, 16, 32>;
def X : Variant<"x"> {
  let Features = [FeatureX];
  let Memories = [Memory<Dram, 1048576>];
  let Stack = Dram;
}
def WideTile : InRegister<SpaceX, FmtBF16, "16", "32">;
def TallTile : InRegister<SpaceX, FmtBF16, "32", "16">;
def EmptyTile : InRegister<SpaceX, FmtBF16, "16", "0">;
def Fields : InRegister<SpaceX, FmtBF16, "16", "16"> {
  let Fields = [BitField<"a", 32, 8>,
                BitField<"c", 60, 8>];
}
def Tile : InRegister<SpaceX, FmtBF16, "16", "16">;
def Scale : ScalarState<"scale", "int64_t", 0>;
def Extra : ScalarState<"extra", "int64_t", 0>;
class XInst<bits<3> fn, string baseMnemonic, dag ins, string args, dag semantics>
    : RowInst<3, "x." # baseMnemonic, ins, args, Timing<PipeEW, (Cycles 1), (Cycles 1)>, semantics> {
  bits<5> ra; bits<5> rb = !if(IsOperand<(outs), ins, "rb">.R, ?, 0b00000);
  let Inst{25-23} = fn; let Inst{22-10} = 0; let Inst{9-5} = ra; let Inst{4-0} = rb;
  let Predicates = [HasX];
}
def XREADS : XInst<0, "reads", (ins Tile:$ra, Tile:$rb), "$ra, $rb", (Set $ra, (Switch Scale, $rb, $rb))>;
def XLIES : XInst<1, "lies", (ins Tile:$ra, Tile:$rb), "$ra, $rb", (Set $ra, $rb)> {
  let Uses = [Extra];
}
// CHECK: many.td:10:5: error: rows of 64 bytes do not fit those of xrows, which have 32
// CHECK: many.td:10:5: note: give at most 16 columns
// CHECK: many.td:11:5: error: a tile of 32 rows does not fit xrows, which has 16
// CHECK: many.td:11:5: note: give at most 16
// CHECK: many.td:12:5: error: a tile of 0 columns
// CHECK: many.td:12:5: note: give at least 1
// CHECK: many.td:15:17: error: field c of a register is 8 bits from bit 60
// CHECK: many.td:15:17: note: a register has bits 0 to 63
// CHECK: many.td:28:7: error: Uses has Extra, which the semantics never read
// CHECK: many.td:28:7: note: remove it from Uses
// CHECK: many.td:26:5: error: the semantics read Scale, which is not in Uses
// CHECK: many.td:26:5: note: let Uses = [... Scale]
// CHECK: many.td:27:5: error: x.lies names rows of xrows, and there is no such memory in variant x
// CHECK: many.td:27:5: note: let Predicates = [..] with a feature that only variants with the memory have
// CHECK: many.td:18:5: error: state Scale, which XREADS reads, is never written
// CHECK: many.td:18:5: note: give an instruction that does (Set Scale, x)

//--- counts.td
include "Matrix.td"
def XRows : InRegister<SpaceD1, FmtBF16, "many", "64">;
def BAD : QkvInst<7, "bad", (ins XRows:$ra, D1Tile:$rb), "$ra, $rb", TimeEw, (Set $ra, $rb)>;
// CHECK: counts.td:3:5: error: 'many' counts rows or columns of a tile, but is not a number, field or operand
// CHECK: counts.td:3:5: note: name one of them, or give a number
// CHECK: counts.td:3:5: error: the timing of qkv.bad needs parameter Rows, which is not given in variant qkv
// CHECK: counts.td:3:5: note: use another parameter, or give the instruction a feature of a variant that has it
// CHECK: counts.td:3:5: error: the timing of qkv.bad needs parameter TileRowBytes, which is not given in variant qkv
// CHECK: counts.td:3:5: note: use another parameter, or give the instruction a feature of a variant that has it
// CHECK: counts.td:3:5: error: the timing of qkv.bad needs parameter EwBytes, which is not given in variant qkv
// CHECK: counts.td:3:5: note: use another parameter, or give the instruction a feature of a variant that has it
// CHECK: counts.td:3:5: error: the timing of qkv.bad needs parameter EwExtraLatency, which is not given in variant qkv
// CHECK: counts.td:3:5: note: use another parameter, or give the instruction a feature of a variant that has it

// An accelerator similar to Gemmini: rows of two memories, configuration
// state, hidden weights, a state that points to the accumulator. Its address
// registers contain flags besides the row. Only records that the simulator's
// generator reads; independent of the description.

include "Schema/Rows.td"
include "Schema/Variant.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Isa/Timing.td"

def FeatureStates : Feature<"states", "HasStates", "test of states">;
def HasStates : Predicate<"Subtarget->hasStates()">, AssemblerPredicate<(all_of FeatureStates)>;

def SpaceSpad : RowSpace<"spad", 21, 64, 16>;
def SpaceAcc : RowSpace<"acc", 22, 32, 64>;

def RowStride : ScalarState<"stride", "int64_t", 16>;
def Activation : ScalarState<"activation", "int64_t", 0>;
def Scale : ScalarState<"scale", "float", 1>;
def Weights : TileState<"weights", FmtI8, 16, 16>;

// acc address: bit 30 accumulate.
def SpadTile : InRegister<SpaceSpad, FmtI8, "16", "16">;
defvar AccumulatorFields = [BitField<"accumulate", 30, 1>];
def AccTile : InRegister<SpaceAcc, FmtI32, "16", "16"> {
  let Fields = AccumulatorFields;
}
def DramTile8 : InRegister<Dram, FmtI8, "16", "16"> { let Stride = RowStride; }
def Pointer : PointerState<"pointer", AccumulatorFields>;

class StatesInst<bits<5> fn, string baseMnemonic, dag ins, string args, dag semantics>
    : RowInst<3, "states." # baseMnemonic, ins, args, TimeAlu, semantics> {
  let Inst{25-21} = fn;
  let Inst{5-0} = 0;
  let Predicates = [HasStates];
}
class States1<bits<5> fn, string baseMnemonic, RegisterOperand a, dag semantics>
    : StatesInst<fn, baseMnemonic, (ins a:$ra), "$ra", semantics> {
  bits<5> ra;
  let Inst{20-16} = ra;
  let Inst{15-6} = 0;
}
class States2<bits<5> fn, string baseMnemonic, RegisterOperand a, RegisterOperand b, dag semantics>
    : StatesInst<fn, baseMnemonic, (ins a:$ra, b:$rb), "$ra, $rb", semantics> {
  bits<5> ra;
  bits<5> rb;
  let Inst{20-16} = ra;
  let Inst{15-11} = rb;
  let Inst{10-6} = 0;
}

let Defs = [RowStride] in
def STATES_STRIDE : States1<0, "stride", XReg, (Set RowStride, $ra)>;
let Defs = [Activation, Scale] in
def STATES_OUTPUT : States2<1, "output", XReg, SReg, (Seq (Set Activation, $ra), (Set Scale, $rb))>;
let Uses = [RowStride] in
def STATES_IN : States2<2, "in", SpadTile, DramTile8, (Set $ra, $rb)>;
let Defs = [Weights, Pointer] in
def STATES_PRELOAD : States2<3, "preload", SpadTile, AccTile, (Seq (Set Weights, $ra), (Point Pointer, $rb))>;
let Uses = [Weights, Pointer] in
def STATES_COMPUTE : States1<4, "compute", SpadTile,
    (Set (View AccTile, Pointer), (Switch (Field Pointer, "accumulate"),
      (Contract "ik,kj->ij", 0, $ra, Weights),
      (Contract "ik,kj->ij", (View AccTile, Pointer), $ra, Weights)))>;
defvar Scaled = (Cast FmtI8, (Mul (Cast FmtF32, $rb), (Splat FmtF32, Scale)));
let Uses = [RowStride, Activation, Scale] in
def STATES_OUT : States2<5, "out", DramTile8, AccTile,
    (Set $ra, (Switch Activation, Scaled, (Max Scaled, 0)))>;

def States : Variant<"states"> {
  let Summary = "configuration state of each kind";
  let Features = [FeatureStates];
  let Memories = [Memory<Dram, !shl(1, 20)>, Memory<SpaceSpad, 1024>, Memory<SpaceAcc, 2048>];
  let Stack = Dram;
}

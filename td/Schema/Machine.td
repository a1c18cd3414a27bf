//===- Schema/Machine.td - components of a variant ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Address spaces, tile geometry, DMA, cores, interconnect, work division,
// timing parameters, and the variant that combines them. Fields state their
// units.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_MACHINE_TD
#define MATRIX_SCHEMA_MACHINE_TD

include "llvm/Target/Target.td"

//===----------------------------------------------------------------------===//
// Features and tile geometry
//===----------------------------------------------------------------------===//

/// A capability of a variant; instructions list the features they require.
/// `flag` is the name of the generated subtarget flag.
class Feature<string name, string flag, string summary>
    : SubtargetFeature<name, flag, "true", summary>;

/// Alignment of tiles in memory, in bytes.
defvar TileAlignment = 64;

/// A size of tile registers. LLVM fixes type and spill size of a register when
/// its tables are generated, so the set of sizes is closed and each has one
/// HwMode; any geometry with one of these sizes is supported.
class TileSize<int bytes, SubtargetFeature enable, HwMode mode> {
  int Bytes = bytes;
  SubtargetFeature Enable = enable;         // enables the mode
  HwMode Mode = mode;
  // Tiles are opaque vectors of words in LLVM IR: <n x i32>.
  ValueType VT = !cast<ValueType>("v" # !div(bytes, 4) # "i32");
  int Alignment = TileAlignment;
  RegInfo Info = RegInfo<!mul(8, bytes), !mul(8, bytes), !mul(8, TileAlignment)>;
}
foreach bytes = [256, 512, 1024, 2048, 4096, 8192, 16384] in {
  defvar S = !cast<string>(bytes);
  def EnableTile#S : SubtargetFeature<"tile-"#S, "HasTile"#S, "true", "tile registers of "#S#" bytes">;
  def HasTile#S : Predicate<"Subtarget->hasTile"#S#"()">,
                  AssemblerPredicate<(all_of !cast<SubtargetFeature>("EnableTile"#S))>;
  def ModeTile#S : HwMode<[!cast<Predicate>("HasTile"#S)]>;
  def TileSize#S : TileSize<bytes, !cast<SubtargetFeature>("EnableTile"#S), !cast<HwMode>("ModeTile"#S)>;
}

/// Set by TileGeometry, not listed by variants: the first RB/4 rows of a tile
/// exist.
def FeatureTallTiles : Feature<"tall-tiles", "HasTallTiles", "tiles of at least RB/4 rows, as contractions need them">;

/// The shape of a uniform tile register file: rows x rowBytes bytes.
class TileGeometry<int rows, int rowBytes> {
  int Rows = rows;
  int RowBytes = rowBytes;
  list<Feature> Features = !if(!ge(!mul(4, rows), rowBytes), [FeatureTallTiles], []<Feature>);
  defvar size = "TileSize" # !mul(rows, rowBytes);
  // Empty if no value type has this size; reported by -check-description.
  list<TileSize> Size = !if(!exists<TileSize>(size), [!cast<TileSize>(size)], []<TileSize>);
}

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

/// number: LLVM address space.
/// Flat spaces are byte-addressed by pointers; row spaces (Rows > 0) are
/// accessible only to instructions with row operands.
class Space<string name, int number, string summary = ""> {
  string Name = name;
  string Summary = summary;
  int Number = number;
  int Rows = 0;               // row spaces: number of rows
  int RowSize = 1;            // row spaces: bytes per row
}
class RowSpace<string name, int number, int rows, int rowSize> : Space<name, number> {
  let Rows = rows;
  let RowSize = rowSize;
}
def Dram       : Space<"dram", 0, "flat view: DRAM and, aliased, the own scratchpad">;
def Scratchpad : Space<"scratchpad", 1, "the own scratchpad; what tile loads and DMA reach">;
def Remote     : Space<"remote", 2, "scratchpads of other cores, through the interconnect">;

/// One memory of a variant.
class Memory<Space space, int size, int banks = 1> {
  Space In = space;
  int Size = size;            // bytes per core (scratchpad) or in total (DRAM)
  int Banks = banks;
  int Alignment = 64;         // bytes; row alignment for conflict-free tile accesses
  int Base = 0;               // address of the first byte in the flat view
}

/// Base addresses of the memories in the flat view of a core.
class AddressMap {
  int OwnScratchpad = !shl(1, 45);
  int Scratchpads   = !shl(1, 46);   // core c: Scratchpads + c * ScratchpadPitch
  int ScratchpadPitch = !shl(1, 32);
  int Program = 0x10000;             // first byte of DRAM; accesses below trap (null pointers)
}
def FamilyMap : AddressMap;

//===----------------------------------------------------------------------===//
// DMA
//===----------------------------------------------------------------------===//

/// One field of the DMA descriptor in memory, little-endian.
class DmaField<string name, int offset, int width, bit isSigned = 0, string summary = ""> {
  string Name = name;
  int Offset = offset;        // bytes
  int Bits = width;
  bit Signed = isSigned;
  string Summary = summary;
}
/// A kind of DMA transfer; `Code` is the value of the descriptor field `kind`.
class DmaKind<string name, int value, int channel> {
  string Name = name;
  int Code = value;
  int Channel = channel;
}
/// A bit of the descriptor field `flags`.
class DmaFlag<string name, int number, string summary> {
  string Name = name;
  int Bit = number;
  string Summary = summary;
}
class DmaEngine<int descriptorSize, list<DmaField> fields, list<DmaKind> kinds,
                list<DmaFlag> flags = []> {
  int DescriptorSize = descriptorSize;   // bytes; also the alignment
  list<DmaField> Fields = fields;
  list<DmaKind> Kinds = kinds;
  list<DmaFlag> Flags = flags;
  int QueueEntries = 8;                  // per channel
  int LineBytes = 64;                    // bytes per line
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Properties of programs of all variants (docs/contracts.md).
class ProgramModel {
  int StackAlignment = 64;               // bytes, of the stack pointer at calls
}
def MatrixProgram : ProgramModel;

//===----------------------------------------------------------------------===//
// Cores, interconnect, work division
//===----------------------------------------------------------------------===//

class Interconnect<string topology> { string Topology = topology; }
def NoInterconnect : Interconnect<"none">;
def Ring : Interconnect<"ring">;

/// Distribution of the iterations of a structured operation over cores. Loop
/// dimensions are divided in the order given; a dimension that is not listed is
/// not divided. Kinds and their dimensions: contraction (batch, m, n),
/// elementwise and reduction (outer: all but the last two parallel dimensions;
/// rows; columns).
class WorkDivision<string kind, list<string> dims> {
  string Kind = kind;
  list<string> Dims = dims;
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

/// An execution unit; instructions of one pipe execute in order.
class Pipe<string name> { string Name = name; }
def PipeS  : Pipe<"S">;   // scalar
def PipeLD : Pipe<"LD">;  // tile loads
def PipeST : Pipe<"ST">;  // tile stores
def PipeMM : Pipe<"MM">;  // contractions
def PipeEW : Pipe<"EW">;  // elementwise
def PipeSys : Pipe<"SYS">; // DMA, barriers: issue only

class IssueModel<string kind, list<int> depths = []> { string Kind = kind; list<int> Depths = depths; }
def InOrder : IssueModel<"in-order">;
/// One queue per pipe: load, store, execute.
class PipeQueues<int load, int store, int execute> : IssueModel<"pipe-queues", [load, store, execute]>;

/// A named number of a variant. The geometry (Rows, TileRowBytes, ...) is set
/// by TileGeometry.
class Parameter<string unit, string summary> { string Unit = unit; string Summary = summary; }
class ParameterValue<Parameter p, int value> { Parameter Of = p; int Value = value; }

def Rows            : Parameter<"rows", "rows of a tile register">;
def TileRowBytes    : Parameter<"bytes", "bytes of one tile row">;
def LineBytes       : Parameter<"bytes", "transfer unit of memories and DMA">;
def MmaCyclesPerRow : Parameter<"cycles", "contraction: cycles per row of A">;
def MmaExtraLatency : Parameter<"cycles", "contraction: latency beyond occupancy">;
def LdLines         : Parameter<"lines/cycle", "tile load rate">;
def LdExtraLatency  : Parameter<"cycles", "tile load: latency beyond occupancy">;
def StLines         : Parameter<"lines/cycle", "tile store rate">;
def EwBytes         : Parameter<"bytes/cycle", "elementwise rate, bytes of 32-bit elements">;
def EwExtraLatency  : Parameter<"cycles", "elementwise: latency beyond occupancy">;
def SfuBytes        : Parameter<"bytes/cycle", "transcendental rate">;
def SfuExtraLatency : Parameter<"cycles", "transcendental: latency beyond occupancy">;
def DmaLines        : Parameter<"lines/cycle", "DMA engine of one core">;
def DramBytes       : Parameter<"bytes/cycle", "DRAM, all cores together">;
def DramLatency     : Parameter<"cycles", "DRAM, descriptor fetch included">;
def RingLines       : Parameter<"lines/cycle", "interconnect, per direction">;
def RingHop         : Parameter<"cycles", "interconnect, per hop">;
def Semaphores      : Parameter<"semaphores", "of each core; none where it is not given">;
def BarrierLatency  : Parameter<"cycles", "after the last arrival">;
def PostLatency     : Parameter<"cycles", "post of a semaphore, the way through the interconnect aside">;
def BranchCycles    : Parameter<"cycles", "lost after a wrong guess or an indirect jump">;
def ClockMHz        : Parameter<"MHz", "for reports only">;

// Operators of timing formulas over parameters; matrix-tblgen evaluates them
// for each variant.
class TimingOp;
def Times    : TimingOp;   // (Times a, b, ..)
def Plus     : TimingOp;   // (Plus a, b, ..)
def CeilDiv  : TimingOp;   // (CeilDiv a, b)
def Cycles   : TimingOp;   // (Cycles n): a constant
def Occupancy : Parameter<"cycles", "the occupancy of the same timing, inside its latency">;

/// Cycles for which the pipe is busy, and cycles until the result is available.
class Timing<Pipe pipe, dag occupancy, dag latency> {
  Pipe On = pipe;
  dag Occupy = occupancy;
  dag Latency = latency;
}
class ScalarTiming<int occ, int lat> : Timing<PipeS, (Cycles occ), (Cycles lat)>;

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

/// An accelerator. Every tool selects it by `cpu` (-mcpu, --mcpu).
class Variant<string cpu> {
  string CPU = cpu;
  string Summary = ?;
  bit Default = 0;                      // selected without -mcpu, by "" and by "generic"
  TileGeometry Tiles = ?;               // unset: no tile registers
  int TileRegisters = 0;                // number of tile registers, at most 32
  list<Feature> Features = [];
  list<Memory> Memories = [];
  AddressMap Map = FamilyMap;
  // Address space of each part of a program (docs/contracts.md).
  Space Code = Dram;
  Space Data = Dram;
  Space Stack = Scratchpad;
  Space Heap = Dram;
  Space Arguments = Dram;
  int StackSize = 0x10000;              // bytes per core
  DmaEngine Dma = ?;
  int Cores = 1;
  Interconnect Net = NoInterconnect;
  list<WorkDivision> WorkDivisions = [];
  IssueModel Issue = InOrder;
  list<ParameterValue> Parameters = [];
  list<ParameterValue> DefaultParameters = [];       // defaults of parameters that Parameters does not set
}

#endif // MATRIX_SCHEMA_MACHINE_TD

//===- Schema/Machine.td - components of a variant ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile geometry, address spaces, DMA, cores, interconnect, work division and
// timing parameters. Schema/Variant.td combines them. Fields state their units.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_MACHINE_TD
#define MATRIX_SCHEMA_MACHINE_TD

include "Common/Features.td"

//===----------------------------------------------------------------------===//
// Tile geometry
//===----------------------------------------------------------------------===//

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

/// number: LLVM address space; in C++ `address_space::<name>` of flat spaces.
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
/// One memory of a variant.
class Memory<Space space, int size, int banks = 1> {
  Space In = space;
  int Size = size;            // bytes per core (scratchpad) or in total (DRAM)
  int Banks = banks;
  int Alignment = 64;         // bytes; row alignment for conflict-free tile accesses
  int Base = 0;               // address of the first byte in the flat view
}
/// All rows of a row space.
class RowMemory<Space space, int banks = 1> : Memory<space, !mul(space.Rows, space.RowSize), banks>;

/// Base addresses of the memories in the flat view of a core.
class AddressMap {
  int OwnScratchpad = !shl(1, 45);
  int Scratchpads   = !shl(1, 46);   // core c: Scratchpads + c * ScratchpadPitch
  int ScratchpadPitch = !shl(1, 32);
  int Program = 0x10000;             // first byte of DRAM; accesses below trap (null pointers)
}

//===----------------------------------------------------------------------===//
// DMA
//===----------------------------------------------------------------------===//

/// One field of the DMA descriptor in memory, little-endian.
class DmaField<string name, int offset, int width, string summary, bit isSigned = 0> {
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
/// A DMA engine: the layout of its descriptors, the transfers they describe,
/// and its two queues. The parameter LineBytes of the variant is its line.
class DmaEngine<int descriptorSize, list<DmaField> fields, list<DmaKind> kinds,
                list<DmaFlag> flags = []> {
  int DescriptorSize = descriptorSize;   // bytes; also the alignment
  list<DmaField> Fields = fields;
  list<DmaKind> Kinds = kinds;
  list<DmaFlag> Flags = flags;
  int QueueEntries = 8;                  // per channel
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Properties of programs of all variants (docs/contracts.md).
class ProgramModel {
  int StackAlignment = 64;               // bytes, of the stack pointer at calls
}

//===----------------------------------------------------------------------===//
// Cores, interconnect, work division
//===----------------------------------------------------------------------===//

class Interconnect<string topology> { string Topology = topology; }
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
class IssueModel<string kind, list<int> depths = []> { string Kind = kind; list<int> Depths = depths; }
/// One queue per pipe: load, store, execute.
class PipeQueues<int load, int store, int execute> : IssueModel<"pipe-queues", [load, store, execute]>;

/// A named number of a variant. The geometry (Rows, TileRowBytes, ...) is set
/// by TileGeometry.
class Parameter<string unit, string summary> { string Unit = unit; string Summary = summary; }
class ParameterValue<Parameter p, int value> { Parameter Of = p; int Value = value; }

// Operators of timing formulas over parameters; matrix-tblgen evaluates them
// for each variant.
class TimingOp;
/// Cycles for which the pipe is busy, and cycles until the result is available.
class Timing<Pipe pipe, dag occupancy, dag latency> {
  Pipe On = pipe;
  dag Occupy = occupancy;
  dag Latency = latency;
}

#endif // MATRIX_SCHEMA_MACHINE_TD

// Tables shared by all components: one row per variant, the default one first.
// RUN: matrix-tblgen -gen-variant-header %td_flags %s | FileCheck %s --check-prefix=HEADER
// RUN: matrix-tblgen -gen-variant-tables %td_flags %s | FileCheck %s
// RUN: matrix-tblgen -gen-description-hash %td_flags %s | FileCheck %s --check-prefix=HASH

include "Matrix.td"

def Tiny : Variant<"tiny"> {
  let Summary = "no \"tiles\" \\ at all";
  let Memories = [Memory<Dram, 4096>];
  let Stack = Dram;
  let StackSize = 1024;
  let WorkDivisions = [WorkDivision<"contraction", ["n"]>];
  let Parameters = [ParameterValue<DramBytes, 7>];
}

// HASH: extern const std::string_view descriptionHash;

// HEADER: struct Parameters {
// HEADER-NEXT: std::optional<std::int64_t> lineBytes; // bytes: transfer unit of memories and DMA
// HEADER: inline constexpr char generalPrefix[] = "r", floatPrefix[] = "f",
// HEADER-NEXT: tilePrefix[] = "t";
// HEADER: inline constexpr unsigned stackPointer = 2;
// HEADER-NEXT: inline constexpr unsigned framePointer = 3;
// HEADER-NEXT: inline constexpr unsigned arguments[] = {4, 5, 6, 7, 8, 9, 10, 11};
// HEADER: inline constexpr DmaField source{16, 64, false};
// HEADER: inline constexpr unsigned dmaRank = 3;
// HEADER: inline constexpr unsigned store = 1;
// HEADER: inline constexpr unsigned multicast = 1u << 1;
// CHECK: const std::string_view descriptionHash = "{{[0-9a-f]+}}";
// CHECK: constexpr MemoryInfo memoriesOfTiny[] = {{[{][{]}}&allSpaces[0], 4096u, 1, 64, 0u}, };
// CHECK: constexpr std::string_view contractionDimsOfTiny[] = {"n", };
// CHECK: constexpr VariantInfo allVariants[] = {
// CHECK-NEXT: {"base", {{.*}}, true, 16, 64, 16,
// CHECK: {"tiny", "no \"tiles\" \\ at all", false, 0, 0, 0,
// CHECK: 1024u, nullptr, 1, "none",
// CHECK-NEXT: {/*lineBytes=*/std::nullopt, {{.*}}, /*dramBytes=*/7, /*dramLatency=*/std::nullopt,

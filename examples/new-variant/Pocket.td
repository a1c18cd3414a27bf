include "Variants/Family.td"
include "Isa/TileElementwise.td"

def FeatureAddRelu : Feature<"add-relu", "HasAddRelu", "addition followed by max(x, 0)">;
def HasAddRelu : Predicate<"Subtarget->hasAddRelu()">, AssemblerPredicate<(all_of FeatureAddRelu)>;

def Tiles32x64 : TileGeometry<32, 64>;

def Pocket : FamilyVariant<"pocket", Tiles32x64, /*tileRegisters=*/12, /*cores=*/2, /*scratchpad=*/!shl(1, 18)> {
  let Summary = "two cores, 12 tile registers of 32 x 64 bytes, 256 KiB scratchpad each";
  let Features = [FeatureTiles, FeatureAddRelu];   // no FeatureMmaFloat, no FeatureEwTypes
  let Figures = [Figure<MmaExtraLatency, 20>, Figure<EwBytes, 64>, Figure<EwExtraLatency, 5>,
                 Figure<SfuBytes, 16>, Figure<DramBytes, 8>, Figure<ClockMHz, 400>];
}

let Predicates = [HasTiles, HasAddRelu] in
def TADDRELU_F32 : Tile2<27, "taddrelu", TF32, (Max (Add $ta, $tb), 0)>;

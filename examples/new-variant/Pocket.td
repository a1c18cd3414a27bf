include "Variants/Family.td"
include "Isa/TileElementwise.td"

def FeatureAddRelu : Feature<"add-relu", "HasAddRelu", "addition followed by max(x, 0)">;
def HasAddRelu : Predicate<"Subtarget->hasAddRelu()">, AssemblerPredicate<(all_of FeatureAddRelu)>;

def Tiles32x64 : TileGeometry<32, 64>;

def Pocket : FamilyVariant<"pocket", Tiles32x64, tileRegisters=12, cores=2, scratchpad=!shl(1, 18)> {
  let Features = [FeatureTiles, FeatureAddRelu];   // no FeatureMmaFloat, no FeatureEwTypes
  let Parameters = [ParameterValue<MmaExtraLatency, 20>, ParameterValue<EwBytes, 64>, ParameterValue<EwExtraLatency, 5>,
                 ParameterValue<SfuBytes, 16>, ParameterValue<DramBytes, 8>, ParameterValue<ClockMHz, 400>];
}

let Predicates = [HasTiles, HasAddRelu] in
def TADDRELU_F32 : Tile2<27, "taddrelu", TF32, (Max (Add $ta, $tb), 0)>;

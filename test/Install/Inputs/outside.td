include "Matrix.td"

def TOUTSIDE_F32 : Tile1<29, "toutside", TF32, (Add $ta, $ta), TimeEw>;

#include "matrix/Description/Variants.h"
#include <cstdio>

int main() {
  for (const matrix::desc::VariantInfo &variant : matrix::desc::variants)
    std::printf("%.*s %u\n", int(variant.cpu.size()), variant.cpu.data(),
                variant.cores);
}

// An access one element past the end does not reach the next tensor.

// RUN: %hazard --status=164 %s %t | FileCheck %s

__attribute__((section(".matrix.kernel"), used)) static const char signature[] =
    "{\"mode\":\"single\",\"cores\":1,\"args\":["
    "{\"name\":\"x\",\"type\":\"i32\",\"shape\":[16],\"dir\":\"out\"},"
    "{\"name\":\"y\",\"type\":\"i32\",\"shape\":[16],\"dir\":\"out\"}]}";
void main(int **tensors) {
  for (int i = 0; i <= 16; ++i)
    tensors[0][i] = i * i;
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 4 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}}, which is not part of the program, of its tensors or of its stack
// CHECK-NEXT: note: {{.*}}: `
}

# Ring: distance is that of the shorter direction; a channel completes in order.
# RUN: %cycles %s %t
# CYCLES: 105

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, kind=3, cores=4, source=0x200000002000          # 1 .. 40
  descriptor 64, kind=3, cores=8, source=0x200000002000         # 41 .. 80
  csrr  r5, 0                   # 81
  bne  r5, r0, end              # 82
  addi  r11, r20, 64            # 83
  dma.start  r9, (r20)          # 84, line at 85, at core 2's port at 85 + 18 = 103
  dma.start  r10, (r11)         # 85, line at 86, at core 3's port at 95, but not before the first is complete
  dma.wait  r10                 # 103
  halt  r0                      # 104, ends 105
end:
  halt  r0

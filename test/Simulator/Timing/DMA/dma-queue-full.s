# DMA: a channel has room for 8; the one before it frees its place a cycle after its last line.
# RUN: %cycles %s %t --cores=1
# CYCLES: 482
# CORE 0: issue=53 dma=429
# PIPE 0 SYS: occupied=11 dma=429 other=42

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=16         # 1 .. 40
  # Transfer k (from 1) has its lines at 42 + 32 (k-1), ..., 72 + 32 (k-1).
  dma.start  r9, (r20)          # 41
  dma.start  r9, (r20)          # 42
  dma.start  r9, (r20)          # 43
  dma.start  r9, (r20)          # 44
  dma.start  r9, (r20)          # 45
  dma.start  r9, (r20)          # 46
  dma.start  r9, (r20)          # 47
  dma.start  r9, (r20)          # 48
  dma.start  r9, (r20)          # 73: the first's last line moves at 72
  dma.start  r9, (r20)          # 105: the second's at 104
  dma.wait  r9                  # 72 + 32 * 9 + 120 = 480
  halt  r0                      # 481, ends 482

# ST: one line a cycle, whatever its bank; misaligned rows two; stride 0 16 rows.
# RUN: %cycles %s %t --cores=1
# CYCLES: 77

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 1024           # 1
  addi  r22, r20, 32            # 2
  addi  r23, r0, 64             # 3
  addi  r24, r0, 16             # 4
  tzero  t0                     # 5, ready 9
  tst  t0, 0(r20), r21          # 9, 16 lines of one bank, ST free 25
  tst  t0, 0(r22), r23          # 25, 32 lines, ST free 57
  tstb.b  t0, 0, (r20), r24     # 57, 16 rows of 16 bytes in 4 lines, ST free 61
  tst  t0, 0(r20), r0           # 61, 1 line but 16 rows: ends 77
  halt  r0                      # 62

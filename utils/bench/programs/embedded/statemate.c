// A generated controller: many global flags, conditions and transitions.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

static unsigned char door_open, door_shut, key_left, key_right, blocked, moving_up,
    moving_down, at_top, at_bottom, child_lock, power, fault;
static int state_main, state_move, state_lock, timer, current, position,
    commands, stops;
static unsigned long log_value;
static void inputs(unsigned x) {
  door_open = x & 1;
  door_shut = x >> 1 & 1;
  key_left = x >> 2 & 1;
  key_right = x >> 3 & 1;
  blocked = (x >> 4 & 15) == 3;
  child_lock = (x >> 8 & 31) == 1;
  power = (x >> 9 & 63) != 2;
}
static void move(void) {
  switch (state_move) {
  case 0:
    if (key_left && !at_top && power)
      state_move = 1, ++commands;
    else if (key_right && !at_bottom && power)
      state_move = 3, ++commands;
    break;
  case 1:
    moving_up = 1;
    position += 2;
    current += 3;
    state_move = key_right ? 5 : at_top ? 6 : 2;
    break;
  case 2:
    if (!key_left || current > 40)
      state_move = 5;
    else
      state_move = 1;
    break;
  case 3:
    moving_down = 1;
    position -= 2;
    current += 2;
    state_move = key_left ? 5 : at_bottom ? 6 : 4;
    break;
  case 4:
    state_move = !key_right || current > 40 ? 5 : 3;
    break;
  case 5:
    moving_up = moving_down = 0;
    current = 0;
    ++stops;
    state_move = 0;
    break;
  default:
    fault = blocked;
    state_move = 5;
  }
  at_top = position >= 100;
  at_bottom = position <= 0;
}
static void lock(void) {
  if (state_lock == 0 && child_lock && !moving_up && !moving_down)
    state_lock = 1, timer = 20;
  else if (state_lock == 1 && --timer == 0)
    state_lock = 2;
  else if (state_lock == 2 && !child_lock)
    state_lock = 0;
}
static void control(void) {
  if (!power) {
    state_main = 0;
    return;
  }
  switch (state_main) {
  case 0:
    if (door_open || key_left || key_right)
      state_main = 1;
    break;
  case 1:
    if (blocked)
      state_main = 3;
    else if (door_shut && !door_open)
      state_main = 2;
    if (state_lock != 2)
      move();
    break;
  case 2:
    if (door_open)
      state_main = 1;
    move();
    break;
  case 3:
    moving_up = moving_down = 0;
    if (++timer > 5)
      state_main = 1, timer = 0;
    break;
  }
}
unsigned long work(void) {
  unsigned x = 1;
  for (int i = 0; i < 40000; ++i) {
    x = x * 1103515245u + 12345u;
    inputs(x >> 13);
    lock();
    control();
    log_value = log_value * 3 + (unsigned)state_move + (unsigned)state_main * 8 +
                (unsigned)(position + current);
  }
  return log_value + (unsigned)stops * 1000u + (unsigned)commands + fault;
}

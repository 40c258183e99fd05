import { flipped, fromAbove, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, rect } from '../shapes.ts'
import { note, sheet } from './instruments.ts'

/** Two hands on the keys, seen by the player. */
export const pianoHands = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.ink, '#17122a')) +
  circle(600, 60, 520, pen.glow('#ffe2a0', 0.35)) +
  rect(0, 262, 1200, 10, '#fff', 0, 'opacity=".12"') +
  at(400, 36, sheet(pen, 190, 200)) +
  at(604, 36, sheet(pen, 190, 200)) +
  rect(370, 232, 460, 20, pen.p.woodDark, 6) +
  rect(0, 300, 1200, 16, pen.p.a) +
  rect(0, 316, 1200, 330, '#fffaf0') +
  many(16, (i) => rect(i * 76 - 10, 316, 3, 330, pen.p.ink, 0, 'opacity=".35"')) +
  many(16, (i) => rect(i * 76 - 7, 626, 73, 20, pen.p.ink, 0, 'opacity=".07"')) +
  many(16, (i) =>
    [2, 6, 9, 13].includes(i)
      ? ''
      : rect(i * 76 + 42, 316, 46, 196, pen.p.ink, 6) +
        rect(i * 76 + 48, 316, 34, 182, '#fff', 6, 'opacity=".13"'),
  ) +
  rect(0, 646, 1200, 154, pen.down('#2c2340', pen.p.ink)) +
  rect(0, 646, 1200, 8, '#fff', 0, 'opacity=".16"') +
  faint(
    0.2,
    path('M250 800Q240 560 330 500Q440 500 420 800ZM790 800Q770 500 880 500Q980 560 950 800Z', '#000'),
  ) +
  at(360, 640, flipped(fromAbove(hand(1, pen.p.b))), 1.22, 10) +
  at(840, 640, fromAbove(hand(1, pen.p.b)), 1.22, -10) +
  note(130, 180, pen.p.c, 0.9, -10) +
  note(1040, 150, pen.p.a, 0.9, 10)

import { bunting, hill, sky, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, stroke } from '../shapes.ts'

export const pool = (pen: Pen) =>
  sky(pen, 930, 130) +
  hill(330, 40, pen.p.far) +
  tree(pen, 90, 400, 0.9) +
  tree(pen, 1120, 400, 0.9) +
  tree(pen, 820, 370, 0.6) +
  rect(240, 190, 430, 180, pen.p.wall) +
  rect(220, 178, 470, 22, pen.p.a, 6) +
  many(5, (i) => rect(266 + i * 82, 226, 56, 90, '#9fd6e2', 4)) +
  rect(0, 360, 1200, 70, '#e9d9bd') +
  many(5, (i) =>
    at(
      720 + i * 90,
      400,
      polygon(
        [
          [-34, 0],
          [30, 0],
          [60, -36],
          [52, -42],
          [24, -10],
          [-34, -10],
        ],
        i % 2 ? pen.p.a : pen.p.paper,
      ),
    ),
  ) +
  stroke('M900 400V280', pen.p.woodDark, 8) +
  path('M800 290Q830 220 900 216T1000 290Z', pen.p.c) +
  path('M860 290Q870 230 900 216Q930 230 940 290Z', pen.p.a) +
  polygon(
    [
      [60, 430],
      [1140, 430],
      [1300, 800],
      [-100, 800],
    ],
    pen.down('#7fd8e4', '#2592b8'),
  ) +
  polygon(
    [
      [40, 424],
      [1160, 424],
      [1168, 440],
      [32, 440],
    ],
    '#fff',
  ) +
  many(4, (i) => {
    const x = 270 + i * 220
    const dx = (x - 600) * 0.55
    return many(14, (k) => {
      const t0 = k / 14,
        t1 = (k + 0.72) / 14
      return polygon(
        [
          [x + dx * t0 - 4 - 5 * t0, 440 + 360 * t0],
          [x + dx * t0 + 4 + 5 * t0, 440 + 360 * t0],
          [x + dx * t1 + 4 + 5 * t1, 440 + 360 * t1],
          [x + dx * t1 - 4 - 5 * t1, 440 + 360 * t1],
        ],
        k % 2 ? '#fff' : pen.p.a,
      )
    })
  }) +
  faint(
    0.5,
    many(30, () => {
      const x = Math.round(pen.between(60, 1120)),
        y = Math.round(pen.between(460, 780))
      return stroke(`M${x} ${y}q16-12 32 0t32 0`, '#fff', 4)
    }),
  ) +
  many(2, (i) =>
    at(
      420 + i * 380,
      620 - i * 90,
      faint(0.8, oval(0, 20, 130, 26, '#d5f4f7') + oval(60, 30, 90, 16, '#fff')) +
        path('M-30 24Q-10-20 60 0Q150 10 170 30H-30Z', skins[i + 1] ?? skins[0]) +
        circle(-26, 0, 32, skins[i + 1] ?? skins[0]) +
        path('M-58-4A32 32 0 0 1 4-14L-2-4Q-30-18-58-4Z', i ? pen.p.c : pen.p.a) +
        path('M-56-6A32 32 0 0 1 6-6L-56-4Z', i ? pen.p.c : pen.p.a) +
        rect(-56, -4, 24, 12, pen.p.ink, 6) +
        stroke('M24 4Q20-70-50-66', skins[i + 1] ?? skins[0], 22) +
        circle(-60, -60, 13, skins[i + 1] ?? skins[0]) +
        many(9, (k) => circle(-90 + k * 24, 30 + (k % 2) * 8, 8 + (k % 3) * 3, '#fff', 'opacity=".85"')),
      1.05 - i * 0.25,
    ),
  ) +
  at(
    180,
    720,
    circle(0, 0, 60, 'none', `stroke="${pen.p.a}" stroke-width="34"`) +
      circle(0, 0, 60, 'none', 'stroke="#fff" stroke-width="34" stroke-dasharray="47 47"'),
  ) +
  rect(1020, 400, 12, 90, '#dfe5ec') +
  rect(1070, 400, 12, 90, '#dfe5ec') +
  stroke('M1026 440H1076M1026 470H1076', '#dfe5ec', 8) +
  bunting(pen, 0, 300, 240, 290, 20, 5)

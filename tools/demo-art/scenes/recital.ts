import { seated } from '../figures.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'

/** A pianist at a grand piano, heard by a full room. */
export const recital = (pen: Pen) =>
  rect(0, 0, 1200, 620, pen.down(pen.p.wall, pen.p.wallDark)) +
  many(3, (i) => rect(110 + i * 380, 60, 220, 420, pen.down(pen.p.skyTop, pen.p.skyLow), 110)) +
  many(
    3,
    (i) =>
      rect(100 + i * 380, 50, 240, 440, 'none', 118, `stroke="${pen.p.paper}" stroke-width="18"`) +
      stroke(
        `M${220 + i * 380} 60V480M${110 + i * 380} 220H${330 + i * 380}M${110 + i * 380} 350H${330 + i * 380}`,
        pen.p.paper,
        9,
      ),
  ) +
  faint(
    0.25,
    polygon(
      [
        [490, 60],
        [710, 60],
        [980, 800],
        [560, 800],
      ],
      pen.p.sun,
    ),
  ) +
  rect(0, 560, 1200, 240, pen.down(pen.p.wood, pen.p.woodDark)) +
  faint(
    0.3,
    many(6, (i) => stroke(`M0 ${580 + i * 30}H1200`, pen.p.woodDark, 3)),
  ) +
  shadow(660, 676, 400, 24, 0.3) +
  stroke('M520 520L508 668M880 500L900 660M980 470L996 650', pen.p.ink, 22) +
  path('M450 420H1010Q1040 420 1040 450T1010 510H450Z', pen.p.ink) +
  path('M450 486H1030L1010 510H450Z', '#fff', 'opacity=".1"') +
  path('M560 420Q600 180 820 170Q1010 160 1030 420Z', '#1d1830') +
  path('M590 412Q630 208 820 198Q980 190 1002 412Z', pen.down('#4a3a5a', '#2b2440')) +
  stroke('M940 420L900 250', pen.p.ink, 9) +
  many(9, (i) => stroke(`M${640 + i * 40} 416L${680 + i * 34} ${300 - i * 4}`, pen.p.c, 2, 'opacity=".5"')) +
  rect(430, 432, 130, 22, '#fffaf0', 3) +
  many(9, (i) => rect(440 + i * 13, 432, 6, 12, pen.p.ink)) +
  rect(424, 452, 140, 40, pen.p.ink, 6) +
  polygon(
    [
      [480, 420],
      [580, 420],
      [570, 330],
      [470, 330],
    ],
    pen.p.paper,
  ) +
  faint(
    0.5,
    many(5, (i) => stroke(`M484 ${346 + i * 15}H564`, pen.p.ink, 3)),
  ) +
  seated(pen, 300, 560, 1.36, {
    top: pen.p.ink,
    legs: pen.p.ink,
    skin: skins[1],
    style: 'bun',
    hair: '#2b1d2a',
    far: [56, -86, 120, -86],
    near: [40, -78, 112, -78],
    shoe: pen.p.a,
  }) +
  rect(230, 556, 150, 26, pen.p.a, 8) +
  stroke('M250 582L240 672M360 582L370 672', pen.p.woodDark, 13) +
  at(
    1110,
    676,
    path('M-46-90H46L34 0H-34Z', pen.p.c) +
      many(
        9,
        (i) =>
          path(
            'M0 0Q-24-60 0-130Q24-60 0 0Z',
            i % 2 ? pen.p.leaf : pen.p.leafDark,
            `transform="translate(0 -86) rotate(${-60 + i * 15})"`,
          ) +
          oval(
            Math.round(90 * Math.sin(((-60 + i * 15) * 3.14) / 180)),
            -86 - Math.round(120 * Math.cos(((-60 + i * 15) * 3.14) / 180)),
            17,
            15,
            i % 2 ? pen.p.a : '#fff',
          ),
      ),
  ) +
  many(8, (i) =>
    at(
      70 + i * 152,
      800 - ((i * 29) % 24),
      oval(0, -70, 42, 48, ['#3a2a46', '#54382c', '#7a6a64', '#2b1d2a'][i % 4] ?? '#2b1d2a') +
        path('M-88 60Q-80-20 0-22T88 60Z', [pen.p.b, pen.p.a, pen.p.leafDark, pen.p.ink][i % 4] ?? pen.p.ink),
    ),
  )

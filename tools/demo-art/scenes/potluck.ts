import { seated } from '../figures.ts'
import { stringLights } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, stroke } from '../shapes.ts'

/** A long table indoors with a dish from every neighbor. */
export const potluck = (pen: Pen) =>
  rect(0, 0, 1200, 620, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.5,
    many(3, (i) => rect(110 + i * 380, 120, 220, 250, pen.p.skyTop, 110)),
  ) +
  many(
    3,
    (i) =>
      rect(100 + i * 380, 110, 240, 270, 'none', 118, `stroke="${pen.p.paper}" stroke-width="18"`) +
      stroke(`M${220 + i * 380} 120V370M${110 + i * 380} 260H${330 + i * 380}`, pen.p.paper, 10),
  ) +
  stringLights(pen, 0, 60, 600, 60, 40, 8) +
  stringLights(pen, 600, 60, 1200, 60, 40, 8) +
  rect(0, 600, 1200, 200, pen.down(pen.p.floor, pen.p.floorDark)) +
  many(4, (i) =>
    seated(pen, 170 + i * 286, 560, 1.12, {
      top: [pen.p.a, pen.p.b, pen.p.leaf, '#8d5fa8'][i] ?? pen.p.a,
      legs: pen.p.ink,
      skin: skins[(i * 3 + 1) % 4],
      style: (['long', 'short', 'bun', 'curly'] as const)[i],
      hair: ['#5a3426', '#d8d2ce', '#2b1d2a', '#2b1d2a'][i],
      facing: i % 2 ? -1 : 1,
      far: i % 2 ? [46, -90, 70, -126] : [50, -70, 92, -66],
    }),
  ) +
  polygon(
    [
      [20, 540],
      [1180, 540],
      [1200, 620],
      [0, 620],
    ],
    pen.p.paper,
  ) +
  rect(0, 616, 1200, 100, pen.p.a) +
  faint(
    0.25,
    many(25, (i) => rect(i * 50, 616, 25, 100, '#fff')) +
      many(2, (r) => rect(0, 632 + r * 44, 1200, 22, '#fff')),
  ) +
  many(2, (i) => rect(90 + i * 980, 716, 36, 84, pen.p.woodDark)) +
  at(
    150,
    590,
    path('M-90-44H90Q84 0 40 0H-40Q-84 0-90-44Z', pen.p.b) +
      many(9, (i) => circle(-66 + i * 16, -52 - ((i * 13) % 14), 20, i % 3 ? '#8cc06d' : '#d9453a')),
  ) +
  at(
    400,
    594,
    oval(0, 0, 120, 24, '#fff') +
      path('M-90-8Q-80-70 0-76T90-8Z', '#c98a3e') +
      faint(0.6, stroke('M-60-30q60-30 120 0M-40-54q40-18 80 0', '#f3d49a', 7)) +
      faint(0.5, stroke('M-20-96q-12-20 0-40M20-96q-12-20 0-40', '#fff', 8)),
  ) +
  at(
    640,
    592,
    path('M-70-84H70V-20Q70 0 50 0H-50Q-70 0-70-20Z', pen.p.c) +
      rect(-80, -92, 160, 18, pen.p.c, 8) +
      oval(0, -88, 62, 11, '#e0683a') +
      stroke('M20-90L70-150', pen.p.wood, 11) +
      faint(0.5, stroke('M-30-112q-12-20 0-40M6-112q-12-20 0-40', '#fff', 8)),
  ) +
  at(
    860,
    594,
    oval(0, 0, 110, 22, '#fff') +
      many(
        3,
        (i) =>
          path(
            `M${-96 + i * 64} -4Q${-90 + i * 64}-50 ${-62 + i * 64}-52T${-30 + i * 64}-4Z`,
            i % 2 ? '#f3c0b0' : '#e9b06c',
          ) + circle(-62 + i * 64, -56, 10, '#d23c50'),
      ),
  ) +
  at(
    1060,
    592,
    path('M-30-110H30L44-20Q44 0 20 0H-20Q-44 0-44-20Z', '#cfeaf0') +
      path('M-36-70H36L44-20Q44 0 20 0H-20Q-44 0-44-20Z', '#f3a6b8', 'opacity=".8"') +
      circle(-10, -56, 13, '#f6bd45') +
      stroke('M40-90q34 10 4 60', '#cfeaf0', 10),
  ) +
  many(5, (i) => at(270 + i * 180, 604, oval(0, 0, 40, 9, pen.p.b) + oval(0, -2, 28, 6, '#fff')))

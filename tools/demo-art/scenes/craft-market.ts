import { standing } from '../figures.ts'
import { stringLights } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'

/** Stalls under the roof of an old barn. */
export const craftMarket = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#6b4a38', '#8f6549')) +
  many(13, (i) => stroke(`M${i * 96} 0V560`, '#5a3c2d', 4)) +
  path('M0 130L600-40L1200 130V170L600 10L0 170Z', '#4a3024') +
  stroke('M600 0V150M300 60V160M900 60V160M0 160H1200', '#4a3024', 20) +
  faint(0.9, rect(520, 200, 160, 200, pen.down('#ffe2a8', '#f9c878'), 80)) +
  stroke('M600 200V400M520 300H680', '#4a3024', 8) +
  stringLights(pen, 0, 190, 600, 180, 50, 8) +
  stringLights(pen, 600, 180, 1200, 190, 50, 8) +
  rect(0, 560, 1200, 240, pen.down(pen.p.floor, pen.p.floorDark)) +
  oval(600, 640, 620, 110, pen.glow('#ffd98a', 0.35)) +
  standing(pen, 230, 620, 1, {
    top: pen.p.b,
    legs: pen.p.ink,
    skin: skins[2],
    style: 'bun',
    far: [40, -190, 60, -150],
  }) +
  standing(pen, 960, 620, 1, {
    top: pen.p.leafDark,
    legs: pen.p.ink,
    skin: skins[0],
    style: 'long',
    hair: '#a5582e',
    facing: -1,
  }) +
  many(2, (s) => {
    const x = 50 + s * 640
    return (
      shadow(x + 230, 726, 250, 16, 0.3) +
      rect(x, 540, 460, 26, pen.p.wood, 6) +
      rect(x + 12, 566, 436, 150, s ? pen.p.b : pen.p.a) +
      faint(
        0.25,
        many(9, (i) => rect(x + 30 + i * 48, 566, 20, 150, '#fff')),
      )
    )
  }) +
  many(4, (i) =>
    at(
      100 + i * 62,
      540,
      path('M-22-44H22L18 0H-18Z', [pen.p.c, pen.p.paper, pen.p.b, pen.p.a][i] ?? pen.p.c) +
        stroke('M22-36q20 2 14 18t-18 8', [pen.p.c, pen.p.paper, pen.p.b, pen.p.a][i] ?? pen.p.c, 7),
      1.1,
    ),
  ) +
  at(
    430,
    540,
    rect(-60, -96, 130, 96, pen.p.woodDark, 6) +
      many(3, (i) =>
        path(`M${-46 + i * 40}-84h32q10 40-16 70-26-30-16-70Z`, [pen.p.a, pen.p.c, pen.p.leaf][i] ?? pen.p.a),
      ),
  ) +
  many(3, (i) =>
    at(
      740 + i * 70,
      540,
      rect(-24, -70 - i * 8, 48, 70 + i * 8, '#f3e3c8', 8) +
        rect(-24, -40, 48, 22, [pen.p.a, pen.p.c, pen.p.b][i] ?? pen.p.a) +
        path(`M0-${70 + i * 8}v-12`, 'none', `stroke="${pen.p.ink}" stroke-width="4"`) +
        circle(0, -92 - i * 8, 26, pen.glow('#ffdf90', 0.9)) +
        oval(0, -90 - i * 8, 5, 9, '#ffb347'),
    ),
  ) +
  at(
    1040,
    540,
    path('M-70-20Q-60-90 0-90T70-20L54 0H-54Z', '#c9754a') +
      faint(0.5, stroke('M-62-30Q0-14 62-30M-54-56Q0-40 54-56', '#fff', 5)) +
      circle(-26, -96, 26, pen.p.b) +
      circle(20, -104, 28, pen.p.c) +
      faint(0.5, stroke('M-44-100q18-16 36 0M0-110q20-16 40 0M-4-96q22 10 44-6', '#fff', 4)),
  ) +
  standing(pen, 420, 776, 1.12, {
    top: pen.p.c,
    legs: '#3a4a6b',
    skin: skins[1],
    style: 'curly',
    far: [50, -190, 70, -220],
    near: [-30, -180, 20, -160],
  }) +
  standing(pen, 610, 780, 1.14, {
    top: '#8d5fa8',
    legs: pen.p.ink,
    skin: skins[3],
    style: 'short',
    facing: 1,
    near: [-36, -190, -30, -120],
  }) +
  path('M556 650h56l6 60h-68Z', pen.p.wood)

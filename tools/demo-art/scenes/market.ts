import { plant } from '../indoors.ts'
import { bunting, sky, townFronts } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { awning } from './awning.ts'

export const market = (pen: Pen) =>
  sky(pen, 900, 130) +
  townFronts(pen, 520, false) +
  rect(0, 500, 1200, 300, pen.down('#d8cbb8', '#b3a491')) +
  faint(
    0.3,
    many(3, (r) => many(7, (c) => oval(c * 200 + (r % 2) * 75, 530 + r * 50, 70, 18, pen.p.paper))),
  ) +
  bunting(pen, 0, 90, 600, 110, 40, 8) +
  bunting(pen, 600, 110, 1200, 80, 40, 8) +
  many(2, (s) => {
    const x = 60 + s * 590
    return (
      shadow(x + 245, 716, 290, 18) +
      rect(x + 20, 250, 16, 460, pen.p.woodDark) +
      rect(x + 454, 250, 16, 460, pen.p.woodDark) +
      rect(x + 30, 300, 430, 260, pen.p.ink, 0, 'opacity=".35"') +
      person(pen, {
        head: [x + 240, 410],
        shoulder: [x + 240, 466],
        hip: [x + 240, 590],
        farArm: [
          [x + 290, 510],
          [x + 320, 540],
        ],
        nearArm: [
          [x + 196, 510],
          [x + 170, 540],
        ],
        farLeg: [
          [x + 240, 640],
          [x + 240, 690],
        ],
        nearLeg: [
          [x + 240, 640],
          [x + 240, 690],
        ],
        top: s ? pen.p.c : pen.p.b,
        legs: pen.p.ink,
        skin: skins[s ? 0 : 2],
        style: s ? 'bun' : 'curly',
      }) +
      path(`M${x + 214} 490h52l8 90h-68Z`, pen.p.paper) +
      awning(pen, x, 240, 490, s ? pen.p.b : pen.p.a) +
      polygon(
        [
          [x + 10, 560],
          [x + 480, 560],
          [x + 496, 610],
          [x - 6, 610],
        ],
        pen.p.wood,
      ) +
      rect(x - 6, 606, 502, 106, pen.p.woodDark, 4) +
      many(4, (k) => rect(x + 6 + k * 123, 618, 114, 84, pen.p.wood, 4)) +
      many(4, (k) => {
        const color =
          [
            ['#d9453a', '#ef8a3c', '#6fae52', '#8d5fa8'],
            ['#f6bd45', '#5a9e4b', '#e0596b', '#d9a566'],
          ][s]?.[k] ?? pen.p.a
        return (
          many(6, (j) =>
            circle(x + 40 + k * 118 + (j % 4) * 20 + (j > 3 ? 10 : 0), 566 - (j > 3 ? 18 : 0), 14, color),
          ) +
          many(4, (j) => circle(x + 34 + k * 118 + j * 20, 544 + (j % 2) * 15, 4, '#fff', 'opacity=".45"')) +
          rect(x + 26 + k * 118, 574, 92, 40, pen.p.wood, 4) +
          rect(x + 26 + k * 118, 588, 92, 4, pen.p.woodDark)
        )
      })
    )
  }) +
  at(
    600,
    766,
    shadow(0, 0, 90) +
      path('M-90-80H90L70 0H-70Z', pen.p.c) +
      faint(0.4, stroke('M-84-54H84M-78-28H78M-40-78L-30 0M0-78V0M40-78L30 0', pen.p.woodDark, 5)) +
      many(7, (i) => circle(-66 + i * 22, -90, 18, ['#d9453a', '#6fae52', '#f6bd45'][i % 3] ?? pen.p.a)) +
      stroke('M-70-84Q0-220 70-84', pen.p.woodDark, 8) +
      path('M20-90q10-70 40-90q10 60-20 90Z', pen.p.leaf),
  ) +
  plant(pen, 60, 770, 0.7, pen.p.a) +
  plant(pen, 1140, 770, 0.7, pen.p.b)

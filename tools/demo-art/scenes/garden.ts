import { bush, flowers, grass, hill, sky, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { house } from './homes.ts'

export const mowing = (pen: Pen) =>
  sky(pen, 1000, 140) +
  hill(460, 40, pen.p.far) +
  tree(pen, 620, 520, 0.8) +
  house(pen, 130, 530) +
  tree(pen, 1080, 560, 1.2) +
  rect(560, 450, 640, 10, pen.p.paper) +
  many(16, (i) => path(`M${566 + i * 40} 530V420l13-16 13 16v110Z`, pen.p.paper)) +
  bush(pen, 100, 540, 0.7) +
  bush(pen, 460, 540, 0.6) +
  path('M0 520H1200V800H0Z', pen.p.near) +
  faint(
    0.55,
    many(6, (i) =>
      polygon(
        [
          [i * 200 - 40, 520],
          [i * 200 + 60, 520],
          [i * 330 - 330, 800],
          [i * 330 - 500, 800],
        ],
        pen.p.mid,
      ),
    ),
  ) +
  shadow(520, 720, 90) +
  person(pen, {
    head: [470, 330],
    shoulder: [462, 390],
    hip: [442, 524],
    farArm: [
      [520, 450],
      [582, 470],
    ],
    nearArm: [
      [506, 470],
      [572, 490],
    ],
    farLeg: [
      [470, 620],
      [440, 708],
    ],
    nearLeg: [
      [420, 620],
      [360, 702],
    ],
    top: pen.p.a,
    legs: pen.p.b,
    skin: skins[3],
    size: 1.1,
    shoe: pen.p.ink,
  }) +
  path('M432 316Q438 282 472 282T510 312H548Q548 322 530 322H432Z', pen.p.c) +
  stroke('M576 480L740 640', pen.p.ink, 12) +
  shadow(800, 724, 170, 16, 0.25) +
  path('M690 640H900Q940 640 940 680V704H670V670Q670 640 690 640Z', pen.p.a) +
  path('M690 640H900Q940 640 940 680H670Q670 640 690 640Z', '#fff', 'opacity=".18"') +
  rect(730, 590, 130, 56, pen.p.ink, 14) +
  rect(760, 572, 70, 24, pen.p.c, 8) +
  circle(720, 704, 36, pen.p.ink) +
  circle(720, 704, 16, pen.p.c) +
  circle(904, 708, 30, pen.p.ink) +
  circle(904, 708, 13, pen.p.c) +
  path('M670 650Q600 660 610 710H680Z', pen.p.leafDark) +
  many(24, () => {
    const x = Math.round(pen.between(520, 680)),
      y = Math.round(pen.between(610, 720))
    return stroke(`M${x} ${y}l${Math.round(pen.between(-14, 6))} -12`, pen.p.leaf, 4)
  }) +
  grass(pen, 720, pen.p.leafDark, 22) +
  flowers(pen, 30, 560, 150, 50, 8) +
  faint(0.6, stroke('M900 300q16-18 30 0q14-18 30 0M820 250q12-14 22 0q12-14 22 0', pen.p.ink, 4))

export const gardenBed = (pen: Pen) =>
  sky(pen, 250, 150) +
  hill(450, 50, pen.p.far, 2) +
  hill(490, 30, pen.p.mid) +
  tree(pen, 1060, 510, 1) +
  many(
    12,
    (i) =>
      path(`M${i * 104} 560V400l26-24 26 24v160Z`, pen.p.wood) +
      path(`M${i * 104 + 52} 560V400l26-24 26 24v160Z`, pen.p.wood, 'opacity=".85"'),
  ) +
  rect(0, 430, 1200, 16, pen.p.woodDark) +
  rect(0, 510, 1200, 16, pen.p.woodDark) +
  path('M0 546H1200V800H0Z', pen.p.near) +
  many(3, (b) => {
    const x = 50 + b * 390
    return (
      shadow(x + 165, 704, 180, 14) +
      rect(x, 590, 330, 112, pen.p.wood, 6) +
      rect(x, 626, 330, 4, pen.p.woodDark) +
      rect(x, 664, 330, 4, pen.p.woodDark) +
      rect(x + 10, 572, 310, 26, '#5b3d33', 10) +
      many(6, (i) => {
        const px = x + 40 + i * 50
        return b === 0
          ? stroke(`M${px} 580V${500 - (i % 2) * 30}`, pen.p.leafDark, 6) +
              many(4, (k) =>
                path(
                  `M${px} ${560 - k * 20}q${k % 2 ? 34 : -34}-26 ${k % 2 ? 40 : -40} 4q${k % 2 ? -20 : 20} 16 ${k % 2 ? -40 : 40}-4Z`,
                  k % 2 ? pen.p.leaf : pen.p.leafDark,
                ),
              ) +
              circle(px - 14, 530, 12, pen.p.a) +
              circle(px + 14, 552, 11, pen.p.a) +
              circle(px + 6, 506, 10, pen.p.c)
          : b === 1
            ? many(
                7,
                (k) =>
                  `<g transform="translate(${px} 582) rotate(${-60 + k * 20})">${path('M0 0Q-16-30 0-62Q16-30 0 0Z', k % 2 ? pen.p.leaf : '#8cc06d')}</g>`,
              ) + path(`M${px - 13} 576h26l-10 22h-6Z`, '#ef8a3c')
            : stroke(`M${px} 580V${480 - ((i * 29) % 50)}`, pen.p.leafDark, 6) +
              path(`M${px} 550q28-20 36 6q-20 8-36-6Z`, pen.p.leaf) +
              many(8, (k) =>
                oval(
                  px + 18 * Math.cos(k * 0.785),
                  470 - ((i * 29) % 50) + 18 * Math.sin(k * 0.785),
                  12,
                  12,
                  [pen.p.a, pen.p.c, '#f3a6b8'][i % 3] ?? pen.p.a,
                ),
              ) +
              circle(px, 470 - ((i * 29) % 50), 11, pen.p.woodDark)
      })
    )
  }) +
  at(
    460,
    770,
    shadow(0, 0, 110) +
      path('M-80-110H60L50 0H-70Z', pen.p.b) +
      path('M20-110H60L50 0H20Z', pen.p.ink, 'opacity=".14"') +
      stroke('M56-40L140-116', pen.p.b, 16) +
      path('M124-132l36 28-24 10-24-22Z', pen.p.b) +
      stroke('M-76-90Q-150-80-120-20T-66-20', pen.p.b, 12) +
      stroke('M-60-110Q-10-180 40-110', pen.p.b, 10),
  ) +
  stroke('M880 780L830 640', pen.p.woodDark, 14) +
  path('M806 590q24-30 44-4l6 60q-26 20-44 2Z', '#8b91a5') +
  many(
    3,
    (i) => circle(660 + i * 50 + i * 8, 750, 20, '#d98a5a') + rect(640 + i * 58, 742, 40, 36, '#c8703f', 4),
  ) +
  flowers(pen, 30, 720, 260, 50, 9) +
  faint(0.9, path('M700 330q-30-40-44-6t44 10q4-50 36-36t-36 26Z', pen.p.a)) +
  grass(pen, 730, pen.p.leafDark, 12)

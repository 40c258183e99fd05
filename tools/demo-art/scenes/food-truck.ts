import { mug, plant } from '../indoors.ts'
import { sky, stringLights, townFronts, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { awning } from './awning.ts'
import { wheel } from './freight.ts'

export const foodTruck = (pen: Pen) => {
  return (
    sky(pen, 1000, 150) +
    townFronts(pen, 560, true, 0, 1200) +
    rect(0, 540, 1200, 60, pen.p.near) +
    tree(pen, 80, 590, 1.1) +
    rect(0, 590, 1200, 210, pen.down('#a39d9b', '#7d7880')) +
    stringLights(pen, 0, 120, 600, 150, 50, 9) +
    stringLights(pen, 600, 150, 1200, 110, 50, 9) +
    shadow(600, 706, 420, 20, 0.3) +
    path('M230 240Q230 210 260 210H900Q960 210 990 290L1010 430L1040 450V660H230Z', pen.p.b) +
    path('M230 520H1040V660H230Z', pen.p.paper, 'opacity=".9"') +
    path('M230 500H1040V524H230Z', pen.p.c) +
    path('M880 280H940Q960 280 970 310L986 420H880Z', '#c7edf4') +
    rect(320, 300, 480, 160, '#ffe9b8', 6) +
    awning(pen, 296, 276, 528, pen.p.a) +
    at(
      0,
      0,
      pen.within(
        rect(320, 300, 480, 160, '#000'),
        rect(320, 430, 480, 30, pen.p.woodDark) +
          person(pen, {
            head: [480, 376],
            shoulder: [480, 430],
            hip: [480, 540],
            farArm: [
              [520, 470],
              [560, 440],
            ],
            nearArm: [
              [440, 480],
              [480, 500],
            ],
            farLeg: [
              [480, 600],
              [480, 700],
            ],
            nearLeg: [
              [480, 600],
              [480, 700],
            ],
            top: pen.p.a,
            legs: pen.p.ink,
            skin: skins[1],
            size: 0.95,
          }) +
          rect(450, 332, 60, 26, '#fff', 8) +
          rect(640, 380, 50, 60, '#8b91a5', 4) +
          rect(710, 360, 60, 80, pen.p.a, 4),
      ),
    ) +
    rect(296, 454, 528, 18, pen.p.wood, 5) +
    many(3, (i) =>
      at(
        620 + i * 62,
        454,
        path('M-18-30H18L12 0H-12Z', i % 2 ? pen.p.c : pen.p.a) +
          circle(-6, -34, 8, '#e9b06c') +
          circle(7, -36, 8, '#8cc06d'),
      ),
    ) +
    at(360, 454, rect(-12, -44, 14, 44, '#d23c50', 4) + rect(8, -44, 14, 44, pen.p.c, 4)) +
    rect(380, 150, 300, 60, pen.p.ink, 10) +
    at(
      530,
      180,
      path('M-70 16Q-60-40 0-44T70 16Z', pen.p.c) +
        path('M-66 8q14-20 28-4q16-20 32 0q18-22 34 0q18-16 34 6l-10 10H-60Z', '#8cc06d'),
    ) +
    rect(890, 540, 90, 50, pen.p.a, 8) +
    wheel(370, 660, 52) +
    wheel(900, 660, 52) +
    rect(1024, 560, 24, 30, '#fff3c0', 6) +
    at(
      120,
      730,
      polygon(
        [
          [-50, -150],
          [50, -150],
          [64, 0],
          [-64, 0],
        ],
        pen.p.woodDark,
      ) +
        polygon(
          [
            [-40, -138],
            [40, -138],
            [50, -20],
            [-50, -20],
          ],
          pen.p.ink,
        ) +
        faint(0.8, stroke('M-24-110h48M-26-84h40M-28-58h52', '#fff', 5)),
    ) +
    shadow(720, 770, 60) +
    person(pen, {
      head: [712, 470],
      shoulder: [710, 528],
      hip: [712, 650],
      farArm: [
        [670, 570],
        [650, 520],
      ],
      nearArm: [
        [742, 590],
        [716, 626],
      ],
      farLeg: [
        [690, 710],
        [690, 764],
      ],
      nearLeg: [
        [736, 710],
        [738, 768],
      ],
      top: pen.p.c,
      legs: pen.p.ink,
      skin: skins[2],
      style: 'long',
      hair: '#3a2226',
      facing: -1,
      shoe: pen.p.a,
    }) +
    at(
      1110,
      760,
      shadow(0, 0, 90) +
        rect(-90, -90, 180, 16, pen.p.wood, 6) +
        stroke('M-60-80L-76 0M60-80L76 0', pen.p.woodDark, 11) +
        mug(pen, -20, -90, pen.p.a, 0.5),
    ) +
    plant(pen, 230, 770, 0.7, pen.p.a)
  )
}

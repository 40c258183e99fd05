import { standing } from '../figures.ts'
import { plant } from '../indoors.ts'
import { stringLights } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, path, rect, stroke } from '../shapes.ts'

/** Framed portraits of neighbors on a porch. */
export const porchPortraits = (pen: Pen) => {
  const portrait = (x: number, y: number, w: number, h: number, i: number) =>
    rect(x + 6, y + 10, w, h, pen.p.ink, 4, 'opacity=".2"') +
    rect(x, y, w, h, i % 2 ? pen.p.woodDark : pen.p.ink, 4) +
    rect(x + 11, y + 11, w - 22, h - 22, pen.p.paper) +
    pen.within(
      rect(x + 28, y + 28, w - 56, h - 56, '#000'),
      rect(
        x + 28,
        y + 28,
        w - 56,
        h - 56,
        [pen.p.c, pen.p.b, '#f3a6b8', pen.p.leaf, pen.p.a][i % 5] ?? pen.p.c,
      ) +
        at(
          x + w / 2,
          y + h - 28,
          path(
            'M-80 10Q-76-60 0-64T80 10Z',
            [pen.p.b, pen.p.paper, pen.p.ink, pen.p.c, pen.p.paper][i % 5] ?? pen.p.b,
          ) +
            rect(-14, -92, 28, 40, skins[i % 4] ?? skins[0]) +
            path('M-46-110Q-50-180 0-184T46-110Q40-70 0-66T-46-110Z', skins[i % 4] ?? skins[0]) +
            path(
              i % 2
                ? 'M-52-110Q-64-206 0-206T52-110Q40-160 0-158T-52-110Z'
                : 'M-50-120Q-60-210 0-210T50-120Q60-60 44-60Q40-150 0-158T-44-60Q-60-60-50-120Z',
              ['#2b1d2a', '#d8d2ce', '#a5582e', '#2b1d2a', '#5a3426'][i % 5] ?? '#2b1d2a',
            ) +
            circle(-17, -114, 4.5, pen.p.ink) +
            circle(17, -114, 4.5, pen.p.ink) +
            stroke('M-16-88q16 14 32 0', '#8f3b34', 5),
          h / 340,
        ),
    )
  return (
    rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
    faint(
      0.45,
      many(16, (i) => stroke(`M0 ${30 + i * 42}H1200`, pen.p.wallDark, 4)),
    ) +
    rect(0, 0, 1200, 54, pen.p.b) +
    rect(0, 50, 1200, 14, pen.p.paper) +
    many(
      2,
      (i) =>
        rect(i ? 1110 : 50, 60, 44, 640, pen.p.paper) +
        rect(i ? 1098 : 38, 60, 68, 22, pen.p.paper) +
        rect(i ? 1098 : 38, 660, 68, 40, pen.p.paper),
    ) +
    stringLights(pen, 70, 80, 600, 76, 34, 7) +
    stringLights(pen, 600, 76, 1130, 80, 34, 7) +
    rect(0, 690, 1200, 110, pen.down(pen.p.floor, pen.p.floorDark)) +
    faint(
      0.4,
      many(12, (i) => stroke(`M${-100 + i * 130} 800L${60 + i * 98} 692`, pen.p.floorDark, 4)),
    ) +
    portrait(150, 170, 210, 260, 0) +
    portrait(400, 150, 250, 310, 1) +
    portrait(690, 180, 200, 250, 2) +
    portrait(925, 160, 150, 190, 3) +
    portrait(930, 370, 150, 190, 4) +
    plant(pen, 200, 740, 1.1, pen.p.a) +
    standing(pen, 720, 770, 1, {
      top: pen.p.a,
      legs: pen.p.ink,
      skin: skins[2],
      style: 'curly',
      facing: -1,
      far: [40, -200, 70, -250],
    }) +
    standing(pen, 850, 774, 0.96, {
      top: pen.p.c,
      legs: '#3a4a6b',
      skin: skins[0],
      style: 'bun',
      hair: '#a5582e',
      facing: -1,
      near: [-30, -190, 10, -150],
    })
  )
}

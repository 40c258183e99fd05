import type { Pen } from './pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from './shapes.ts'

/** Wall, floor, baseboard, and a slanted patch of window light. */
export const room = (pen: Pen, floorY = 590, boards = true) =>
  rect(0, 0, 1200, floorY, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.22,
    polygon(
      [
        [90, 0],
        [430, 0],
        [760, floorY],
        [420, floorY],
      ],
      pen.p.sun,
    ) +
      polygon(
        [
          [500, 0],
          [590, 0],
          [920, floorY],
          [830, floorY],
        ],
        pen.p.sun,
      ),
  ) +
  rect(0, floorY, 1200, 800 - floorY, pen.down(pen.p.floor, pen.p.floorDark)) +
  (boards
    ? faint(
        0.35,
        many(9, (i) => stroke(`M${-500 + i * 275} 800L${i * 150} ${floorY}`, pen.p.floorDark, 3)) +
          polygon(
            [
              [420, floorY],
              [760, floorY],
              [900, 800],
              [520, 800],
            ],
            pen.p.sun,
          ),
      )
    : '') +
  rect(0, floorY - 18, 1200, 18, pen.p.paper, 0, 'opacity=".75"') +
  rect(0, floorY, 1200, 8, pen.p.ink, 0, 'opacity=".12"')

/** A table top across the bottom of the picture, for still lifes. */
export const tabletop = (pen: Pen, y = 560) =>
  rect(0, 0, 1200, y, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.25,
    polygon(
      [
        [120, 0],
        [470, 0],
        [820, y],
        [470, y],
      ],
      pen.p.sun,
    ) +
      polygon(
        [
          [540, 0],
          [640, 0],
          [990, y],
          [890, y],
        ],
        pen.p.sun,
      ),
  ) +
  rect(0, y, 1200, 800 - y, pen.down(pen.p.wood, pen.p.woodDark)) +
  rect(0, y, 1200, 10, pen.p.sun, 0, 'opacity=".3"') +
  faint(
    0.25,
    many(7, (i) => {
      const gy = y + 34 + i * 31
      const x = (i * 263) % 700
      return stroke(`M${x} ${gy}q120 ${i % 2 ? 9 : -9} 260 0t240 4`, pen.p.woodDark, 3)
    }),
  )

/** A window with a landscape in it; curtains are optional. */
export const windowView = (pen: Pen, x: number, y: number, w: number, h: number, curtains = true) =>
  rect(x - 16, y - 16, w + 32, h + 32, pen.p.paper, 6) +
  pen.within(
    rect(x, y, w, h, '#000'),
    rect(x, y, w, h, pen.down(pen.p.skyTop, pen.p.skyLow)) +
      circle(x + w * 0.7, y + h * 0.35, w * 0.4, pen.glow(pen.p.sun)) +
      circle(x + w * 0.7, y + h * 0.35, w * 0.1, pen.p.sun) +
      path(
        `M${x} ${y + h * 0.72}q${w * 0.3}-${h * 0.22} ${w * 0.55}-${h * 0.06}t${w * 0.5}-${h * 0.06}V${y + h}H${x}Z`,
        pen.p.far,
      ) +
      path(
        `M${x} ${y + h * 0.84}q${w * 0.35}-${h * 0.12} ${w * 0.6} 0t${w * 0.5} 0V${y + h}H${x}Z`,
        pen.p.mid,
      ) +
      faint(
        0.22,
        polygon(
          [
            [x + w * 0.1, y],
            [x + w * 0.3, y],
            [x, y + h * 0.6],
            [x, y + h * 0.2],
          ],
          '#fff',
        ),
      ),
  ) +
  rect(x + w / 2 - 6, y, 12, h, pen.p.paper) +
  rect(x, y + h * 0.42, w, 10, pen.p.paper) +
  rect(x - 30, y + h + 12, w + 60, 18, pen.p.paper, 4) +
  rect(x - 30, y + h + 28, w + 60, 7, pen.p.ink, 2, 'opacity=".14"') +
  (curtains
    ? rect(x - 70, y - 42, w + 140, 10, pen.p.woodDark, 5) +
      path(
        `M${x - 56} ${y - 36}h86q4 ${h * 0.5} -40 ${h * 0.66}q-30 20 -34 ${h * 0.42}h-40q14-${h * 0.6} 28-${h + 40}Z`,
        pen.p.a,
      ) +
      path(
        `M${x - 30} ${y - 36}h22q-2 ${h * 0.5}-36 ${h * 0.7}q10-${h * 0.4} 14-${h * 0.7}Z`,
        '#fff',
        'opacity=".18"',
      ) +
      path(
        `M${x + w + 56} ${y - 36}h-86q-4 ${h * 0.5} 40 ${h * 0.66}q30 20 34 ${h * 0.42}h40q-14-${h * 0.6}-28-${h + 40}Z`,
        pen.p.a,
      ) +
      path(
        `M${x + w - 4} ${y - 36}h22q14 ${h * 0.4} 22 ${h * 0.66}q-36-${h * 0.3}-44-${h * 0.66}Z`,
        '#fff',
        'opacity=".18"',
      )
    : '')

export const plant = (pen: Pen, x: number, y: number, size = 1, pot = pen.p.a) =>
  at(
    x,
    y,
    shadow(6, 0, 62, 10) +
      many(7, (i) => {
        const turn = -66 + i * 22
        return `<g transform="translate(0 -78) rotate(${turn})">${path('M0 0C-30-40-24-110 0-142C24-110 30-40 0 0Z', i % 2 ? pen.p.leafDark : pen.p.leaf)}${stroke('M0-8V-120', pen.p.leafDark, 3, 'opacity=".5"')}</g>`
      }) +
      path('M-48-88H48L36 0H-36Z', pot) +
      path('M10-88H48L36 0H16Z', pen.p.ink, 'opacity=".14"') +
      rect(-54, -98, 108, 20, pot, 5) +
      rect(-54, -82, 108, 5, pen.p.ink, 0, 'opacity=".15"'),
    size,
  )

export const frame = (pen: Pen, x: number, y: number, w: number, h: number, kind = 0) =>
  rect(x + 8, y + 10, w, h, pen.p.ink, 4, 'opacity=".13"') +
  rect(x, y, w, h, pen.p.woodDark, 4) +
  rect(x + 9, y + 9, w - 18, h - 18, pen.p.paper) +
  pen.within(
    rect(x + 22, y + 22, w - 44, h - 44, '#000'),
    rect(x + 22, y + 22, w - 44, h - 44, kind % 2 ? pen.p.c : pen.p.far) +
      circle(x + w * 0.62, y + h * 0.42, w * 0.16, kind % 2 ? pen.p.a : pen.p.sun) +
      path(
        `M${x} ${y + h * 0.72}q${w * 0.3}-${h * 0.3} ${w * 0.55} 0t${w * 0.6}-${h * 0.05}V${y + h}H${x}Z`,
        pen.p.b,
      ),
  )

export const pendant = (pen: Pen, x: number, length: number, color = pen.p.b) =>
  circle(x, length + 60, 230, pen.glow('#ffe2a0', 0.55)) +
  rect(x - 2, 0, 4, length, pen.p.ink) +
  oval(x, length + 52, 26, 20, '#fff2c8') +
  path(
    `M${x - 74} ${length + 54}C${x - 70} ${length} ${x - 30} ${length - 14} ${x} ${length - 14}S${x + 70} ${length} ${x + 74} ${length + 54}Z`,
    color,
  ) +
  path(
    `M${x - 58} ${length + 44}C${x - 54} ${length + 10} ${x - 34} ${length}${x - 20} ${length - 4}Q${x - 46} ${length + 18} ${x - 40} ${length + 46}Z`,
    '#fff',
    'opacity=".3"',
  )

export const mug = (pen: Pen, x: number, y: number, color: string, size = 1) =>
  at(
    x,
    y,
    shadow(4, 0, 50, 7) +
      stroke('M36-60q38 0 32 26t-38 18', color, 11) +
      path('M-42-84H42L36-10q-2 10-12 10H-24q-10 0-12-10Z', color) +
      path('M14-84H42L36-10q-2 10-12 10H10Z', pen.p.ink, 'opacity=".14"') +
      oval(0, -84, 42, 9, pen.p.woodDark) +
      faint(0.5, stroke('M-14-104q-14-18 0-34t0-34M14-104q-14-18 0-34t0-30', pen.p.paper, 6)),
    size,
  )

/** Books lying on each other; y is the bottom. */
export const bookStack = (pen: Pen, x: number, y: number, count = 4, size = 1) => {
  const colors = [pen.p.a, pen.p.b, pen.p.c, pen.p.leaf, pen.p.ink]
  return at(
    x,
    y,
    shadow(0, 0, 130, 10) +
      many(count, (i) => {
        const w = 210 - i * 16 - ((i * 29) % 24)
        const bx = -w / 2 + ((i * 17) % 22) - 10
        const by = -38 * (i + 1)
        const color = colors[i % 5] ?? pen.p.a
        return (
          rect(bx, by, w, 38, color, 5) +
          rect(bx + w - 26, by + 6, 26, 26, pen.p.paper) +
          rect(bx + w - 26, by + 14, 26, 2, pen.p.ink, 0, 'opacity=".2"') +
          rect(bx + w - 26, by + 22, 26, 2, pen.p.ink, 0, 'opacity=".2"') +
          rect(bx + 22, by, 10, 38, pen.p.paper, 0, 'opacity=".5"') +
          rect(bx, by + 29, w - 26, 9, pen.p.ink, 4, 'opacity=".14"')
        )
      }),
    size,
  )
}

/** A shelf board with upright books and small things on it. */
export const shelf = (pen: Pen, x: number, y: number, w: number) => {
  const colors = [pen.p.a, pen.p.b, pen.p.c, pen.p.leaf, pen.p.paper, pen.p.ink]
  let out = rect(x, y, w, 16, pen.p.wood, 3) + rect(x + 8, y + 16, w - 16, 10, pen.p.ink, 0, 'opacity=".14"')
  let bx = x + 18
  for (let i = 0; bx < x + w * 0.62; i++) {
    const bw = 20 + ((i * 13) % 16)
    const bh = 78 + ((i * 31) % 42)
    out +=
      rect(bx, y - bh, bw, bh, colors[i % 6] ?? pen.p.a, 2) +
      rect(bx, y - bh + 14, bw, 6, pen.p.paper, 0, 'opacity=".55"')
    bx += bw + 2
  }
  return out + at(x + w * 0.84, y, plant(pen, 0, 0, 0.62, pen.p.c))
}

export const rug = (pen: Pen, x: number, y: number, rx: number, ry: number) =>
  oval(x, y, rx, ry, pen.p.a) +
  oval(
    x,
    y,
    rx * 0.88,
    ry * 0.86,
    'none',
    `stroke="${pen.p.paper}" stroke-width="6" stroke-dasharray="18 14" opacity=".7"`,
  ) +
  oval(x, y, rx * 0.62, ry * 0.6, pen.p.c, 'opacity=".7"')

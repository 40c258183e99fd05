import { windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

const balloon = (pen: Pen, x: number, y: number, r: number, color: string) =>
  circle(x, y, r, color) +
  oval(
    x - r * 0.36,
    y - r * 0.4,
    r * 0.2,
    r * 0.28,
    '#fff',
    `opacity=".5" transform="rotate(24 ${Math.round(x)} ${Math.round(y)})"`,
  ) +
  path(
    `M${Math.round(x - r * 0.9)} ${Math.round(y + r * 0.3)}Q${Math.round(x)} ${Math.round(y + r * 1.3)} ${Math.round(x + r * 0.9)} ${Math.round(y + r * 0.3)}Q${Math.round(x)} ${Math.round(y + r * 0.9)} ${Math.round(x - r * 0.9)} ${Math.round(y + r * 0.3)}Z`,
    pen.p.ink,
    'opacity=".1"',
  )

/** A garland of balloons around a round panel, with a table for the presents. */
export const garland = (pen: Pen) => {
  const colors = [pen.p.a, pen.p.c, '#f3a6b8', pen.p.paper, pen.p.b]
  const along = (i: number, count: number) => {
    const angle = -2.5 + (i / count) * 3.9
    return [600 + 300 * Math.cos(angle), 400 + 300 * Math.sin(angle)] as const
  }
  return (
    rect(0, 0, 1200, 640, pen.down(pen.p.wall, pen.p.wallDark)) +
    rect(0, 620, 1200, 20, pen.p.paper, 0, 'opacity=".8"') +
    rect(0, 640, 1200, 160, pen.down(pen.p.floor, pen.p.floorDark)) +
    windowView(pen, 60, 120, 170, 220, false) +
    shadow(600, 716, 340, 26, 0.2) +
    circle(600, 400, 300, pen.p.paper) +
    circle(600, 400, 270, pen.down('#fdeee6', '#f8d3c4')) +
    many(9, (i) =>
      path(
        `M${420 + i * 44} ${210 + ((i * 67) % 260)}l7 14 15 2-11 11 3 15-14-7-14 7 3-15-11-11 15-2Z`,
        pen.p.c,
        'opacity=".6"',
      ),
    ) +
    many(4, (i) =>
      stroke(
        `M${500 + i * 66} 330q-16 44 10 76t-6 70`,
        [pen.p.a, pen.p.b, pen.p.c, pen.p.a][i] ?? pen.p.a,
        5,
        'opacity=".5"',
      ),
    ) +
    many(21, (i) => {
      const [x, y] = along(i, 20)
      return balloon(
        pen,
        x + pen.between(-34, 34),
        y + pen.between(-30, 30),
        pen.between(40, 66),
        colors[i % 5] ?? pen.p.a,
      )
    }) +
    many(16, (i) => {
      const [x, y] = along(i + 0.5, 16)
      return balloon(
        pen,
        x + pen.between(-62, 62),
        y + pen.between(-56, 56),
        pen.between(16, 28),
        colors[(i + 2) % 5] ?? pen.p.a,
      )
    }) +
    many(6, (i) => {
      const [x, y] = along(i * 3.2 + 1, 20)
      return at(
        x,
        y,
        path('M0 0Q-50-30-44-90Q0-70 0 0Z', pen.p.leaf) + path('M0 0Q50-20 76-70Q20-70 0 0Z', pen.p.leafDark),
        0.8,
        i * 40 - 90,
      )
    }) +
    at(
      600,
      740,
      shadow(0, 4, 200, 18, 0.25) +
        path('M-180-150H180L200 0H-200Z', pen.p.paper) +
        many(7, (i) =>
          path(
            `M${-176 + i * 50}-150h50l${i < 3 ? -2 : 4} 60q-25 30-50 0Z`,
            i % 2 ? pen.p.paper : pen.p.b,
            'opacity=".8"',
          ),
        ) +
        rect(-190, -164, 380, 22, '#fff', 8) +
        rect(-150, -236, 110, 74, pen.p.a, 4) +
        rect(-104, -236, 18, 74, pen.p.c) +
        path('M-95-236Q-140-280-142-246T-95-236Q-50-280-48-246T-95-236Z', pen.p.c) +
        rect(-10, -214, 70, 52, pen.p.c, 4) +
        rect(18, -214, 14, 52, pen.p.a) +
        path('M80-164V-200Q80-230 110-230T140-200V-164Z', '#f3a6b8') +
        circle(110, -242, 11, '#d23c50'),
    ) +
    at(
      1040,
      740,
      shadow(0, 0, 76) +
        stroke('M-50-10L0-330M50-10L0-330', pen.p.woodDark, 13) +
        rect(-90, -350, 180, 230, pen.p.ink, 8) +
        rect(-80, -340, 160, 210, '#3a4158', 6) +
        stroke('M-44-296Q-20-320 0-292T44-296M-50-240H50M-36-206H36M-20-172H20', '#fff', 6, 'opacity=".8"'),
    ) +
    many(26, () =>
      rect(
        pen.between(40, 1160),
        pen.between(650, 790),
        13,
        7,
        pen.pick([pen.p.a, pen.p.b, pen.p.c, '#fff']),
        2,
      ),
    ) +
    sparkle(240, 480, 22, '#fff') +
    sparkle(980, 180, 26, '#fff')
  )
}

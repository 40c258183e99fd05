import { plant, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, sparkle, stroke } from '../shapes.ts'
import { box } from './freight.ts'

/** An emptied room: before on the left, after on the right. */
export const beforeAfterRoom = (pen: Pen) => {
  const half = (clean: boolean) =>
    rect(0, 0, 600, 560, pen.down(clean ? pen.p.wall : pen.p.wallDark, clean ? pen.p.wallDark : '#c2a98c')) +
    windowView(pen, 190, 110, 220, 250, false) +
    (clean
      ? faint(
          0.3,
          polygon(
            [
              [190, 110],
              [410, 110],
              [600, 700],
              [300, 700],
            ],
            pen.p.sun,
          ),
        )
      : rect(190, 110, 220, 250, '#8a7a68', 0, 'opacity=".45"')) +
    rect(0, 560, 600, 240, pen.down(clean ? pen.p.floor : pen.p.floorDark, pen.p.floorDark)) +
    faint(
      0.35,
      many(6, (i) => stroke(`M${-160 + i * 170} 800L${i * 110} 560`, pen.p.floorDark, 3)),
    ) +
    rect(0, 540, 600, 20, clean ? pen.p.paper : '#cdbb9f')
  return (
    pen.within(
      rect(0, 0, 600, 800, '#000'),
      half(false) +
        stroke('M30 0L150 70M0 60L70 40M40 0Q60 60 0 90', '#fff', 3, 'opacity=".5"') +
        faint(
          0.5,
          many(26, () => oval(pen.between(20, 580), pen.between(590, 780), pen.between(4, 16), 4, '#5d4636')),
        ) +
        stroke('M430 300q40 30 20 90t30 90', '#8a7a68', 6, 'opacity=".5"') +
        oval(110, 420, 60, 44, '#8a7a68', 'opacity=".3"') +
        box(70, 640, 150, 120, pen.p.paper) +
        polygon(
          [
            [60, 520],
            [30, 480],
            [110, 500],
            [130, 520],
          ],
          '#c48f50',
        ) +
        at(
          380,
          700,
          path('M-90 0Q-110-90-40-100Q-30-140 10-130Q50-146 60-100Q120-90 100 0Z', '#3c4257') +
            stroke('M-30-104q30 20 60 0', '#23283a', 8) +
            path('M-64-20q-10-50 10-70', 'none', 'stroke="#fff" stroke-width="7" opacity=".2"'),
        ) +
        at(
          250,
          740,
          path('M-34-10L34-22L30-64L-30-54Z', '#e8e2d5') +
            rect(60, -24, 90, 24, pen.p.a, 8) +
            circle(-110, -14, 14, '#e8e2d5'),
        ),
    ) +
    at(
      600,
      0,
      pen.within(
        rect(0, 0, 600, 800, '#000'),
        half(true) +
          at(500, 690, plant(pen, 0, 0, 1.1, pen.p.a)) +
          faint(0.5, path('M120 800L300 570H420L300 800Z', '#fff')) +
          sparkle(150, 480, 36, '#fff') +
          sparkle(440, 440, 26, '#fff') +
          sparkle(320, 700, 34, '#fff') +
          sparkle(90, 200, 22, '#fff') +
          at(
            110,
            720,
            shadow(0, 0, 60) +
              stroke('M0 0L40-330', pen.p.wood, 15) +
              path('M-60 0H60L40-66H-30Z', pen.p.c) +
              faint(0.4, stroke('M-34-4l8-40M0-4v-44M34-4l-8-40', pen.p.woodDark, 5)),
          ),
      ),
    ) +
    rect(592, 0, 16, 800, pen.p.paper) +
    circle(600, 400, 54, pen.p.paper) +
    stroke('M574 400H624M604 378L626 400L604 422', pen.p.a, 13)
  )
}

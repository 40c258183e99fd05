import { standing } from '../figures.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, path, polygon, rect, stroke } from '../shapes.ts'

/** Runners with headlamps on a desert road at night. */
export const nightRace = (pen: Pen) => {
  const runner = (
    x: number,
    y: number,
    k: number,
    top: string,
    tone: string,
    style: 'short' | 'bun' | 'curly',
  ) =>
    standing(pen, x, y, k, {
      top,
      legs: '#3a4a7d',
      skin: tone,
      style,
      far: [44, -220, 80, -262],
      near: [-46, -214, 0, -176],
      walking: true,
      shoe: pen.p.c,
    }) +
    rect(x - 26 * k, y - 346 * k, 60 * k, 12 * k, pen.p.a, 6 * k) +
    circle(x + 32 * k, y - 338 * k, 10 * k, '#fff3c8') +
    circle(x + 60 * k, y - 330 * k, 110 * k, pen.glow('#fff3c8', 0.8)) +
    rect(x - 20 * k, y - 232 * k, 40 * k, 30 * k, pen.p.paper, 4)
  const cactus = (x: number, y: number, k: number) =>
    at(x, y, stroke('M0 0V-190M0-70H-54V-130M0-100H50V-160', '#16304a', 34), k)
  return (
    rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
    many(60, () =>
      circle(pen.between(0, 1200), pen.between(0, 380), pen.between(1, 3), '#fff', 'opacity=".8"'),
    ) +
    circle(220, 150, 180, pen.glow(pen.p.sun, 0.7)) +
    circle(220, 150, 54, pen.p.sun) +
    path('M0 470L140 340L250 400L420 270L600 430L760 320L930 420L1080 300L1200 390V800H0Z', pen.p.far) +
    path('M0 520Q300 440 640 500T1200 470V800H0Z', pen.p.mid) +
    cactus(130, 570, 1) +
    cactus(1080, 560, 1.15) +
    cactus(820, 530, 0.6) +
    path('M0 620L1200 560V800H0Z', '#4a4f6b') +
    faint(
      0.8,
      many(8, (i) =>
        polygon(
          [
            [20 + i * 160, 716 - i * 6],
            [110 + i * 160, 710 - i * 6],
            [104 + i * 160, 722 - i * 6],
            [14 + i * 160, 728 - i * 6],
          ],
          pen.p.c,
        ),
      ),
    ) +
    many(7, (i) =>
      at(
        70 + i * 180,
        614 - i * 9,
        circle(0, -20, 70, pen.glow('#ffd98a', 0.8)) +
          path('M-16-40H16L20 0H-20Z', '#f6e2c0') +
          path('M0-30q10 14 0 24q-10-10 0-24Z', '#ffb347'),
      ),
    ) +
    runner(250, 690, 0.9, pen.p.b, skins[2], 'short') +
    runner(880, 660, 0.84, pen.p.leaf, skins[0], 'bun') +
    runner(560, 760, 1.24, pen.p.a, skins[1], 'curly')
  )
}

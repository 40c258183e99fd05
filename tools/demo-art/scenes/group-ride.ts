import { hill, sky, townFronts, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'
import { bicycle } from './wheels.ts'

/** Three riders and a speaker on a cargo rack. */
export const groupRide = (pen: Pen) => {
  const rider = (
    x: number,
    y: number,
    k: number,
    frame: string,
    top: string,
    tone: string,
    style: 'bun' | 'short' | 'curly',
  ) =>
    at(x, y, shadow(0, 120, 300, 14, 0.22) + bicycle(pen, frame), k) +
    at(
      x,
      y,
      person(pen, {
        head: [-70, -420],
        shoulder: [-66, -358],
        hip: [-112, -232],
        farArm: [
          [20, -300],
          [136, -262],
        ],
        nearArm: [
          [0, -286],
          [120, -250],
        ],
        farLeg: [
          [4, -150],
          [-40, -60],
        ],
        nearLeg: [
          [20, -120],
          [6, 34],
        ],
        top,
        legs: pen.p.ink,
        skin: tone,
        style,
        size: 1.1,
      }),
      k,
    ) +
    at(
      x,
      y,
      path('M-112-426Q-112-478-66-478T-22-432Z', frame) +
        faint(0.5, stroke('M-92-440l10-26M-66-436v-34M-42-438l-8-28', '#fff', 6)),
      k,
    )
  return (
    sky(pen, 260, 150, 54) +
    hill(420, 40, pen.p.far) +
    townFronts(pen, 500, false, 700, 1200) +
    tree(pen, 120, 540, 1) +
    tree(pen, 420, 530, 0.8) +
    tree(pen, 640, 530, 0.9) +
    rect(0, 500, 1200, 90, pen.p.near) +
    rect(0, 570, 1200, 230, pen.down('#8f8a93', '#6f6b78')) +
    faint(
      0.85,
      many(7, (i) => rect(20 + i * 190, 690, 100, 10, pen.p.c, 4)),
    ) +
    rider(890, 570, 0.62, pen.p.c, pen.p.leaf, skins[0], 'short') +
    rider(520, 600, 0.7, pen.p.b, '#8d5fa8', skins[2], 'bun') +
    rider(250, 660, 0.84, pen.p.a, pen.p.c, skins[1], 'curly') +
    at(
      104,
      530,
      rect(-46, -60, 92, 66, pen.p.ink, 10) +
        circle(-16, -26, 20, '#4f5770') +
        circle(24, -30, 11, '#4f5770') +
        circle(-16, -26, 8, pen.p.a),
    ) +
    many(3, (i) =>
      at(
        60 + i * 60,
        400 - i * 40,
        oval(-10, 0, 14, 10, pen.p.ink) + stroke('M3-2V-54L30-62', pen.p.ink, 6),
        0.9,
        i * 8,
      ),
    )
  )
}

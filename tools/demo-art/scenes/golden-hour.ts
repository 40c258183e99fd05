import { cloud, flowers, grass } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, path, rect, shadow, stroke } from '../shapes.ts'

/** A family on the beach against the low sun. */
export const goldenHour = (pen: Pen) => {
  const adult = (
    x: number,
    y: number,
    k: number,
    facing: 1 | -1,
    top: string,
    tone: string,
    style: 'long' | 'short' | 'curly',
  ) => {
    const j = (dx: number, dy: number) => [x + dx * k * facing, y + dy * k] as const
    return (
      shadow(x, y + 6, 70 * k, 9, 0.3) +
      person(pen, {
        head: j(4, -320),
        shoulder: j(0, -264),
        hip: j(-4, -146),
        farArm: [j(34, -206), j(64, -160)],
        nearArm: [j(-34, -204), j(-56, -150)],
        farLeg: [j(26, -76), j(40, -4)],
        nearLeg: [j(-22, -74), j(-42, -2)],
        top,
        legs: pen.p.ink,
        skin: tone,
        style,
        hair: style === 'long' ? '#6b3b22' : '#2b1d2a',
        facing,
        size: k,
      })
    )
  }
  return (
    rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
    circle(640, 400, 460, pen.glow(pen.p.sun, 0.95)) +
    circle(640, 400, 92, pen.p.sun) +
    cloud(220, 130, 1.3, pen.p.paper, 0.5) +
    cloud(980, 200, 1, pen.p.paper, 0.5) +
    rect(0, 450, 1200, 130, pen.down('#f7c08a', '#c98a86')) +
    faint(
      0.8,
      many(9, (i) => rect(640 - (96 - i * 6) + ((i * 31) % 30), 458 + i * 13, 170 - i * 10, 5, '#fff3cf', 3)),
    ) +
    path('M0 470L0 400Q90 370 170 420T330 452V470Z', pen.p.mid) +
    path('M0 560Q300 530 620 566T1200 546V800H0Z', pen.p.skyLow) +
    path('M0 560Q300 530 620 566T1200 546V566Q900 590 620 586T0 582Z', '#fff', 'opacity=".6"') +
    path('M0 640Q400 600 760 650T1200 630V800H0Z', '#e9bd8f') +
    adult(430, 712, 1.12, 1, pen.p.paper, skins[1], 'short') +
    adult(780, 712, 1.06, -1, pen.p.a, skins[3], 'long') +
    adult(612, 716, 0.68, -1, pen.p.c, skins[1], 'curly') +
    stroke('M494 520Q520 560 574 610M716 530Q690 570 652 606', 'none', 1) +
    at(
      946,
      716,
      shadow(0, 0, 40, 7) +
        path('M-50-64Q-56-16-30 0H30Q56-16 50-64Z', pen.p.wood) +
        faint(0.4, stroke('M-46-44H46M-42-24H42', pen.p.woodDark, 5)) +
        stroke('M-44-64Q0-130 44-64', pen.p.wood, 8) +
        path('M-40-64Q-20-90 10-80L44-64Z', pen.p.paper),
    ) +
    grass(pen, 700, pen.p.mid, 16) +
    flowers(pen, 40, 700, 200, 60, 6) +
    stroke('M180 250q20-18 36 0q18-18 36 0M290 200q16-14 28 0q14-14 28 0', pen.p.near, 5)
  )
}

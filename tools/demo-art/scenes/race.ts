import { bunting, bush, hill, sky, townFronts, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { faint, many, path, polygon, rect, shadow } from '../shapes.ts'

export const race = (pen: Pen) => {
  const runner = (
    x: number,
    y: number,
    k: number,
    top: string,
    skin: string,
    style: 'short' | 'bun' | 'curly',
    up = 0,
  ) => {
    const j = (dx: number, dy: number) => [x + dx * k, y + (dy - up) * k] as const
    return (
      shadow(x, y + 6, 70 * k) +
      person(pen, {
        head: j(24, -320),
        shoulder: j(14, -262),
        hip: j(-6, -148),
        farArm: [j(58, -210), j(92, -254)],
        nearArm: [j(-40, -206), j(8, -168)],
        farLeg: [j(-40, -72), j(-116, -60)],
        nearLeg: [j(64, -108), j(46, -10)],
        top,
        legs: pen.p.ink,
        skin,
        style,
        size: k,
        shoe: pen.p.c,
      }) +
      rect(x - 12 * k, y + (-230 - up) * k, 38 * k, 32 * k, pen.p.paper, 4 * k) +
      rect(x - 4 * k, y + (-218 - up) * k, 22 * k, 7 * k, pen.p.ink, 2)
    )
  }
  return (
    sky(pen, 930, 150) +
    hill(430, 50, pen.p.far) +
    townFronts(pen, 470, false, 0, 330) +
    townFronts(pen, 470, false, 880, 1200) +
    tree(pen, 420, 500, 0.7) +
    tree(pen, 830, 500, 0.75) +
    rect(0, 470, 1200, 40, pen.p.near) +
    path('M0 500H1200V800H0Z', pen.down('#8f8a93', '#6f6b78')) +
    faint(
      0.7,
      many(7, (i) =>
        polygon(
          [
            [40 + i * 190, 640],
            [130 + i * 190, 640],
            [118 + i * 190, 652],
            [26 + i * 190, 652],
          ],
          '#fff',
        ),
      ),
    ) +
    rect(250, 180, 20, 350, pen.p.b) +
    rect(930, 180, 20, 350, pen.p.b) +
    rect(230, 150, 740, 90, pen.p.a, 10) +
    many(26, (i) =>
      rect(252 + (i % 13) * 54 + (i > 12 ? 27 : 0), 164 + Math.floor(i / 13) * 31, 27, 31, pen.p.paper),
    ) +
    bunting(pen, 0, 190, 240, 200, 34, 6) +
    bunting(pen, 960, 200, 1200, 190, 34, 6) +
    bush(pen, 90, 530, 0.7) +
    bush(pen, 1120, 530, 0.7) +
    runner(290, 660, 0.78, pen.p.b, skins[2], 'short', 6) +
    runner(930, 650, 0.74, pen.p.c, skins[0], 'bun', 4) +
    runner(580, 740, 1.12, pen.p.a, skins[1], 'bun', 8) +
    runner(800, 770, 1.05, pen.p.leaf, skins[3], 'curly') +
    many(34, (i) =>
      rect(
        pen.between(150, 1050),
        pen.between(60, 480),
        9,
        15,
        pen.pick([pen.p.a, pen.p.b, pen.p.c, '#fff']),
        2,
        `transform="rotate(${((i * 37) % 60) - 30} 600 300)"`,
      ),
    )
  )
}

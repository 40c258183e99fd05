import { stringLights, townFronts } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, many, oval, path, rect, stroke } from '../shapes.ts'

/** The brass band of the fair, close to the stage. */
export const brassBand = (pen: Pen) => {
  const gold = '#e9b44c'
  const shade = '#b5802a'
  const player = (
    x: number,
    y: number,
    k: number,
    tone: string,
    coat: string,
    style: 'short' | 'bun' | 'curly',
    facing: 1 | -1,
    arms: readonly [number, number, number, number],
  ) => {
    const j = (dx: number, dy: number) => [x + dx * k * facing, y + dy * k] as const
    const [ex, ey, hx, hy] = arms
    return (
      person(pen, {
        head: j(0, -310),
        shoulder: j(-4, -254),
        hip: j(-6, -130),
        farArm: [j(ex + 14, ey - 4), j(hx + 10, hy - 8)],
        nearArm: [j(ex, ey), j(hx, hy)],
        farLeg: [j(-20, -60), j(-30, 0)],
        nearLeg: [j(18, -60), j(20, 0)],
        top: coat,
        legs: pen.p.ink,
        skin: tone,
        style,
        facing,
        size: k,
        shoe: pen.p.ink,
      }) +
      rect(x - 31 * k, y - 352 * k, 62 * k, 26 * k, pen.p.a, 8 * k) +
      rect(x + (facing > 0 ? 6 : -44) * k, y - 332 * k, 38 * k, 8 * k, pen.p.ink, 4 * k) +
      many(3, (i) => circle(x - 6 * k, y + (-236 + i * 34) * k, 5 * k, gold))
    )
  }
  return (
    rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
    many(20, () => circle(pen.between(0, 1200), pen.between(0, 200), 2, '#fff', 'opacity=".7"')) +
    townFronts(pen, 520, true) +
    stringLights(pen, 0, 90, 600, 70, 60, 8) +
    stringLights(pen, 600, 70, 1200, 90, 60, 8) +
    rect(0, 510, 1200, 290, pen.down(pen.p.mid, pen.p.near)) +
    oval(600, 640, 640, 130, pen.glow('#ffd98a', 0.55)) +
    rect(60, 640, 1080, 60, pen.p.woodDark, 6) +
    rect(40, 624, 1120, 26, pen.p.wood, 6) +
    many(11, (i) => path(`M${70 + i * 98} 650h98q-49 60-98 0Z`, i % 2 ? pen.p.c : pen.p.a)) +
    player(230, 630, 1.14, skins[0], pen.p.b, 'short', 1, [44, -214, 74, -276]) +
    at(
      262,
      268,
      stroke('M0 10L250-26M40 36L230 8Q262 0 250-26', gold, 11) +
        path('M-10 24L-150 46Q-176 50-190 10Q-186 70-190 92Q-166 56-146 54L-6 40Z', shade) +
        stroke('M0 10L40 36', gold, 11),
      0.86,
      -6,
    ) +
    player(500, 632, 1.16, skins[2], pen.p.b, 'curly', 1, [50, -190, 60, -240]) +
    at(
      560,
      400,
      stroke('M-44-110Q-30-60-40-20Q-50 60 20 74Q84 70 74-10V-80', gold, 26) +
        stroke('M-10-70V20M12-70V20M34-70V20', '#f6d68a', 10) +
        oval(76, -130, 104, 42, shade) +
        oval(76, -138, 104, 42, gold) +
        oval(76, -140, 78, 28, shade) +
        path('M46-104Q70-60 60-20H88Q84-60 108-104Z', gold),
    ) +
    player(1010, 632, 1.1, skins[3], pen.p.b, 'bun', -1, [46, -216, 66, -286]) +
    at(
      906,
      320,
      stroke('M26-6H-120', gold, 11) +
        stroke('M-10-4Q-14 46-60 40T-90-2', gold, 10) +
        rect(-44, -34, 11, 40, '#f6d68a', 4) +
        rect(-62, -34, 11, 40, '#f6d68a', 4) +
        rect(-80, -34, 11, 40, '#f6d68a', 4) +
        path('M-110-12Q-140-14-170-56V48Q-140 8-110 2Z', gold) +
        oval(-170, -4, 13, 52, shade),
    ) +
    player(760, 632, 1.04, skins[1], pen.p.b, 'short', -1, [40, -180, 24, -130]) +
    at(
      752,
      546,
      circle(0, 0, 106, pen.p.a) +
        circle(0, 0, 92, '#fff6e4') +
        path('M0-50l14 34 36 3-28 24 9 36-31-20-31 20 9-36-28-24 36-3Z', pen.p.c) +
        circle(0, 0, 106, 'none', `stroke="${gold}" stroke-width="8"`),
    ) +
    stroke('M800 480L842 424', pen.p.wood, 9) +
    circle(846, 418, 17, pen.p.paper) +
    many(9, (i) => {
      const x = 40 + i * 140
      const y = 800 - ((i * 29) % 40)
      return (
        circle(x, y - 56, 44, ['#2b1d2a', '#1d1828', '#34243a'][i % 3] ?? '#2b1d2a') +
        path(
          `M${x - 86} ${y + 60}Q${x - 80} ${y - 14} ${x} ${y - 16}T${x + 86} ${y + 60}Z`,
          ['#2b1d2a', '#1d1828', '#34243a'][i % 3] ?? '#2b1d2a',
        ) +
        (i % 4 === 1 ? stroke(`M${x + 60} ${y + 20}L${x + 84} ${y - 96}`, '#34243a', 26) : '')
      )
    })
  )
}

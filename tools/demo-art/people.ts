import type { Pen } from './pen.ts'
import { circle, oval, type Point, path, polygon, polyline, rect } from './shapes.ts'

/** A figure described by its joints, in picture coordinates; about 340 tall at size 1. */
export interface Pose {
  head: Point
  shoulder: Point
  hip: Point
  /** Elbow and hand, knee and foot: the far side first. */
  farArm: readonly [Point, Point]
  nearArm: readonly [Point, Point]
  farLeg: readonly [Point, Point]
  nearLeg: readonly [Point, Point]
  top: string
  legs: string
  skin?: string
  hair?: string
  style?: 'short' | 'bun' | 'long' | 'curly'
  /** Which way the face looks: 1 to the right, -1 to the left. */
  facing?: 1 | -1
  size?: number
  shoe?: string
}

export const skins = ['#f1c5a0', '#c98a5e', '#8a5a3e', '#e2a878'] as const

export function person(pen: Pen, pose: Pose): string {
  const k = pose.size ?? 1
  const skin = pose.skin ?? skins[0]
  const hair = pose.hair ?? pen.p.ink
  const face = pose.facing ?? 1
  const [hx, hy] = pose.head
  const [sx, sy] = pose.shoulder
  const [px, py] = pose.hip
  const shade = 'opacity=".82"'
  const limb = (
    from: Point,
    [joint, end]: readonly [Point, Point],
    color: string,
    width: number,
    more = '',
  ) => polyline([from, joint, end], color, width * k, more)
  const foot = ([, end]: readonly [Point, Point]) =>
    oval(end[0] + 9 * face * k, end[1] + 4 * k, 21 * k, 10 * k, pose.shoe ?? pen.p.paper)
  const arm = (joints: readonly [Point, Point], more = '') => {
    const [elbow, hand] = joints
    const cuff: Point = [elbow[0] + (hand[0] - elbow[0]) * 0.45, elbow[1] + (hand[1] - elbow[1]) * 0.45]
    return (
      polyline([elbow, hand], skin, 19 * k, more) +
      polyline([[sx, sy + 14 * k], elbow, cuff], pose.top, 26 * k, more) +
      circle(hand[0], hand[1], 11 * k, skin, more)
    )
  }
  const dx = px - sx
  const dy = py - sy
  const long = Math.hypot(dx, dy) || 1
  const across: Point = [(dy / long) * k, (-dx / long) * k]
  const side = (base: Point, width: number): Point => [
    base[0] + across[0] * width,
    base[1] + across[1] * width,
  ]
  const torso =
    polygon(
      [side([sx, sy + 6 * k], -24), side([sx, sy + 6 * k], 24), side([px, py], 22), side([px, py], -22)],
      pose.top,
      `stroke="${pose.top}" stroke-width="${20 * k}" stroke-linejoin="round"`,
    ) +
    polygon(
      [
        side([sx, sy], -30 * face),
        side([sx, sy], -14 * face),
        side([px, py], -12 * face),
        side([px, py], -28 * face),
      ],
      pen.p.ink,
      'opacity=".13"',
    )
  const crown = `M${hx - 28 * k} ${hy + 2 * k}C${hx - 36 * k} ${hy - 44 * k} ${hx + 36 * k} ${hy - 46 * k} ${hx + 28 * k} ${hy + 2 * k}`
  const cap = path(
    `${crown}Q${hx + 16 * face * k} ${hy - 16 * k} ${hx} ${hy - 13 * k}T${hx - 28 * k} ${hy + 2 * k}Z`,
    hair,
  )
  const behind = {
    short: '',
    bun: circle(hx - 20 * face * k, hy - 32 * k, 15 * k, hair),
    long: path(
      `M${hx - 29 * k} ${hy - 10 * k}Q${hx - 38 * k} ${hy + 50 * k} ${hx - 30 * face * k} ${hy + 66 * k}H${hx + 6 * k}Q${hx + 36 * k} ${hy + 20 * k} ${hx + 28 * k} ${hy - 10 * k}Z`,
      hair,
    ),
    curly:
      circle(hx - 18 * k, hy - 10 * k, 22 * k, hair) +
      circle(hx + 18 * k, hy - 12 * k, 21 * k, hair) +
      circle(hx, hy - 24 * k, 24 * k, hair),
  }[pose.style ?? 'short']
  return (
    arm(pose.farArm, shade) +
    limb(pose.hip, pose.farLeg, pose.legs, 32, shade) +
    foot(pose.farLeg) +
    limb(pose.hip, pose.nearLeg, pose.legs, 34) +
    foot(pose.nearLeg) +
    behind +
    polyline(
      [
        [sx, sy],
        [hx, hy + 10 * k],
      ],
      skin,
      20 * k,
    ) +
    torso +
    oval(hx, hy, 25 * k, 30 * k, skin) +
    oval(hx + 20 * face * k, hy + 6 * k, 6 * k, 5 * k, pen.p.a, 'opacity=".25"') +
    rect(hx + (face > 0 ? 8 : -12) * k, hy - 3 * k, 4 * k, 8 * k, pen.p.ink, 2 * k) +
    cap +
    arm(pose.nearArm)
  )
}

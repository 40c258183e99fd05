import type { Pen } from './pen.ts'
import { type Pose, person } from './people.ts'
import { shadow } from './shapes.ts'

type Look = Pick<Pose, 'top' | 'legs' | 'skin' | 'hair' | 'style' | 'facing' | 'shoe'>
type Arm = readonly [elbowX: number, elbowY: number, handX: number, handY: number]

export interface Stance extends Look {
  /** Elbow and hand, from the feet; positive x is in front. Relaxed by default. */
  far?: Arm
  near?: Arm
  walking?: boolean
}

/** Someone on their feet at (x, y), about 350 tall at size 1. */
export function standing(pen: Pen, x: number, y: number, size: number, stance: Stance): string {
  const { far = [34, -196, 44, -144], near = [-34, -194, -30, -140], walking, ...look } = stance
  const face = look.facing ?? 1
  const j = (dx: number, dy: number) => [x + dx * face * size, y + dy * size] as const
  const limb = ([ex, ey, hx, hy]: Arm) => [j(ex, ey), j(hx, hy)] as const
  return (
    shadow(x, y + 6, 66 * size, 9 * size, 0.24) +
    person(pen, {
      ...look,
      head: j(4, -320),
      shoulder: j(0, -264),
      hip: j(-4, -146),
      farArm: limb(far),
      nearArm: limb(near),
      farLeg: walking ? [j(28, -76), j(44, -4)] : [j(14, -74), j(18, -4)],
      nearLeg: walking ? [j(-24, -74), j(-46, -2)] : [j(-20, -74), j(-22, -2)],
      size,
    })
  )
}

/** Someone on a chair or the ground; (x, y) is the seat. */
export function seated(pen: Pen, x: number, y: number, size: number, stance: Stance): string {
  const { far = [50, -70, 92, -60], near = [22, -64, 66, -46], ...look } = stance
  const face = look.facing ?? 1
  const j = (dx: number, dy: number) => [x + dx * face * size, y + dy * size] as const
  const limb = ([ex, ey, hx, hy]: Arm) => [j(ex, ey), j(hx, hy)] as const
  return person(pen, {
    ...look,
    head: j(10, -186),
    shoulder: j(4, -130),
    hip: j(0, -14),
    farArm: limb(far),
    nearArm: limb(near),
    farLeg: [j(84, -8), j(88, 78)],
    nearLeg: [j(76, -2), j(70, 84)],
    size,
  })
}

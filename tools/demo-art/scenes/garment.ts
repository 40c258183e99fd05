import { at, circle, faint, many, path, stroke } from '../shapes.ts'

export const garment = (x: number, y: number, color: string, kind: number, trim: string) =>
  at(
    x,
    y,
    stroke('M0-30q-14-20 4-30', '#8b91a5', 6) +
      (kind === 0
        ? path('M-30-20L0-8L30-20L70 10L54 60L38 50V170H-38V50L-54 60L-70 10Z', color) +
          stroke('M-14-14Q0 0 14-14', trim, 5)
        : kind === 1
          ? path('M-24-24L-8 30H8L24-24L34 40L74 220H-74L-34 40Z', color) +
            faint(0.4, stroke('M-20 60L-50 216M20 60L50 216M0 60V216', '#fff', 5))
          : path('M-34-20L0-4L34-20L76 16L64 200H42L38 70V210H4V0H-4V210H-38V70L-42 200H-64L-76 16Z', color) +
            many(3, (i) => circle(0, 40 + i * 50, 5, trim))),
  )

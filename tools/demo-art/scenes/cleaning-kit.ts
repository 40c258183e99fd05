import type { Pen } from '../pen.ts'
import { circle, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

export const bucket = (pen: Pen, color: string) =>
  shadow(0, 2, 110, 14) +
  stroke('M-96-176Q0-330 96-176', pen.p.ink, 8) +
  path('M-104-180H104L80 0H-80Z', color) +
  path('M30-180H104L80 0H40Z', pen.p.ink, 'opacity=".14"') +
  path('M-84-160h26l14 140h-24Z', '#fff', 'opacity=".28"') +
  oval(0, -180, 108, 24, pen.p.ink, 'opacity=".85"') +
  many(9, (i) =>
    circle(-80 + i * 20, -188 - ((i * 31) % 26), 22 + ((i * 17) % 12), '#fff', 'opacity=".95"'),
  ) +
  many(5, (i) => circle(-70 + i * 36, -206 - ((i * 19) % 30), 6, pen.p.skyTop, 'opacity=".6"'))

export const sprayBottle = (pen: Pen, color: string) =>
  shadow(0, 0, 46, 7) +
  path('M-34-120Q-34-150-12-156V-176H14V-156Q38-150 38-120V-8Q38 0 28 0H-24Q-34 0-34-8Z', color) +
  rect(-34, -100, 72, 60, pen.p.paper, 4) +
  sparkle(2, -70, 22, pen.p.c) +
  path('M-16-214H34Q46-214 48-196H18V-172H-14Z', pen.p.ink) +
  path('M-16-210H-46V-196H-16Z', pen.p.ink) +
  stroke('M-12-192Q-30-186-30-168', pen.p.ink, 8) +
  path('M-26-120q0-18 12-24v136h-12Z', '#fff', 'opacity=".35"')

import type { Pen } from '../pen.ts'
import { circle, path, rect, stroke } from '../shapes.ts'

export const hammer = (pen: Pen) =>
  rect(-9, -20, 18, 190, pen.p.wood, 8) +
  rect(-9, 100, 18, 70, pen.p.a, 8) +
  path('M-60-50H40Q56-50 56-36V-12H-14V-20H-40Q-66-20-80-2Q-84-40-60-50Z', '#6d7387') +
  rect(40, -54, 24, 46, '#8b91a5', 4)

export const wrench = (color: string) =>
  path('M-14 150V-6Q-44-20-40-56Q-36-84-14-92V-50H14V-92Q36-84 40-56Q44-20 14-6V150Q0 168-14 150Z', color) +
  path('M4-6h10V150q-4 6-10 8Z', '#1d1b33', 'opacity=".15"')

export const driver = (pen: Pen, color: string) =>
  rect(-6, -70, 12, 120, '#aab0c4') +
  path('M-9-84h18l-3 18h-12Z', '#8b91a5') +
  path('M-20 50Q0 36 20 50L24 130Q0 150-24 130Z', color) +
  stroke('M-8 62V126M8 62V126', pen.p.ink, 4, 'opacity=".25"')

export const bowl = (pen: Pen) =>
  path('M-50-44H50Q46 0 0 0T-50-44Z', pen.p.b) + circle(-16, -52, 18, pen.p.a) + circle(16, -54, 17, pen.p.c)

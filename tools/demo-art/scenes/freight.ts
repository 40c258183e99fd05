import { circle, many, rect, stroke } from '../shapes.ts'

export const box = (x: number, y: number, w: number, h: number, tape: string, tone = '#d9a566') =>
  rect(x, y - h, w, h, tone, 4) +
  rect(x + w * 0.62, y - h, w * 0.38, h, '#1d1b33', 4, 'opacity=".1"') +
  rect(x + w * 0.4, y - h, w * 0.2, h * 0.42, tape, 0, 'opacity=".8"') +
  rect(x, y - h, w, 5, '#fff', 2, 'opacity=".3"') +
  stroke(
    `M${Math.round(x + 14)} ${Math.round(y - 16)}h${Math.round(w * 0.2)}M${Math.round(x + 14)} ${Math.round(y - 26)}h${Math.round(w * 0.14)}`,
    '#8a5a3c',
    4,
  )

export const wheel = (x: number, y: number, r: number) =>
  circle(x, y, r, '#2a2c40') +
  circle(x, y, r * 0.56, '#c9ced9') +
  circle(x, y, r * 0.2, '#2a2c40') +
  many(5, (i) =>
    circle(x + r * 0.38 * Math.cos(i * 1.256), y + r * 0.38 * Math.sin(i * 1.256), r * 0.07, '#6d7387'),
  )

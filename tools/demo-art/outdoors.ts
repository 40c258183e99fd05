import type { Pen } from './pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from './shapes.ts'

export const cloud = (x: number, y: number, size: number, color: string, opacity = 0.85) =>
  at(
    x,
    y,
    path(
      'M-80 20C-105 20-105-14-76-16C-72-48-28-56-14-32C2-58 52-50 50-18C84-22 92 20 62 20Z',
      color,
      `opacity="${opacity}"`,
    ),
    size,
  )

/** The whole backdrop: gradient, a sun with its glow, clouds. */
export const sky = (pen: Pen, sunX = 900, sunY = 190, sunSize = 62) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  circle(sunX, sunY, sunSize * 5, pen.glow(pen.p.sun, 0.75)) +
  circle(sunX, sunY, sunSize, pen.p.sun) +
  many(4, (i) =>
    cloud(
      150 + i * 310 + pen.between(-70, 70),
      pen.between(80, 210),
      pen.between(0.7, 1.3),
      pen.p.paper,
      0.55,
    ),
  )

export const hill = (y: number, rise: number, fill: string, phase = 0) =>
  path(
    `M0 ${y + rise * Math.round(Math.cos(phase))}C220 ${y - rise} 380 ${y - rise} 600 ${y}S960 ${y + rise} 1200 ${y - rise * Math.round(Math.cos(phase))}V800H0Z`,
    fill,
  )

export const tree = (pen: Pen, x: number, y: number, size = 1, leaf = pen.p.leaf, dark = pen.p.leafDark) =>
  at(
    x,
    y,
    shadow(10, 2, 95, 12) +
      stroke('M0 0C4-60-4-90 0-150M0-80L38-128M-1-66L-36-112', pen.p.woodDark, 16) +
      path(
        'M-100-150C-130-190-108-240-68-240C-62-290 8-312 40-272C92-282 122-226 98-186C108-146 62-118 28-134C-4-108-50-114-60-132C-78-130-94-136-100-150Z',
        dark,
      ) +
      path(
        'M-92-180C-106-214-84-242-56-238C-46-282 6-296 32-264C66-268 84-232 72-206C48-186 20-204 4-184C-20-160-70-158-92-180Z',
        leaf,
      ) +
      faint(
        0.35,
        circle(-40, -226, 12, pen.p.sun) + circle(-8, -252, 9, pen.p.sun) + circle(34, -236, 7, pen.p.sun),
      ),
    size,
  )

export const pine = (pen: Pen, x: number, y: number, size = 1, snowy = false) =>
  at(
    x,
    y,
    shadow(4, 0, 60, 9) +
      rect(-8, -36, 16, 38, pen.p.woodDark) +
      many(3, (i) => {
        const w = 84 - i * 20
        const base = -26 - i * 62
        const top = base - 106
        return (
          polygon(
            [
              [-w, base],
              [0, top],
              [w, base],
            ],
            pen.p.leafDark,
          ) +
          polygon(
            [
              [-w, base],
              [0, top],
              [w * 0.1, base],
            ],
            pen.p.leaf,
          ) +
          (snowy
            ? path(
                `M0 ${top}L${-w * 0.55} ${top + 58}Q${-w * 0.2} ${top + 44} 0 ${top + 60}Q${w * 0.25} ${top + 44} ${w * 0.5} ${top + 54}Z`,
                '#fff',
              )
            : '')
        )
      }),
    size,
  )

export const bush = (pen: Pen, x: number, y: number, size = 1) =>
  at(
    x,
    y,
    path('M-90 0C-110-46-64-76-38-58C-30-100 36-104 44-60C78-82 116-34 92 0Z', pen.p.leafDark) +
      path('M-76-10C-84-44-54-60-34-46C-24-80 18-84 30-52C8-36-40-2-76-10Z', pen.p.leaf) +
      many(6, (i) => circle(-60 + i * 25, -22 - ((i * 37) % 30), 5, i % 2 ? pen.p.a : pen.p.c)),
    size,
  )

export const grass = (pen: Pen, y: number, color: string, count = 26) =>
  many(count, () => {
    const x = Math.round(pen.between(10, 1190))
    const gy = Math.round(pen.between(y, 790))
    return stroke(`M${x} ${gy}q-2-12-8-18m8 18q2-14 7-20`, color, 3, 'opacity=".6"')
  })

export const flowers = (pen: Pen, x: number, y: number, w: number, h: number, count = 16) =>
  many(count, () => {
    const fx = pen.between(x, x + w)
    const fy = pen.between(y, y + h)
    const color = pen.pick([pen.p.a, pen.p.c, pen.p.paper])
    return (
      stroke(`M${Math.round(fx)} ${Math.round(fy)}v20`, pen.p.leafDark, 3) +
      circle(fx - 6, fy, 6, color) +
      circle(fx + 6, fy, 6, color) +
      circle(fx, fy - 6, 6, color) +
      circle(fx, fy + 5, 6, color) +
      circle(fx, fy, 4, pen.p.sun)
    )
  })

/** A row of small town fronts along y. */
export const townFronts = (pen: Pen, y: number, lit = false, from = 0, to = 1200) => {
  const tones = [pen.p.wall, pen.p.wallDark, pen.p.far, pen.p.mid]
  let x = from
  let out = ''
  for (let i = 0; x < to; i++) {
    const w = 130 + ((i * 53) % 70)
    const h = 230 + ((i * 97) % 120)
    out +=
      rect(x, y - h, w, h, tones[i % 4] ?? pen.p.wall) +
      rect(x - 4, y - h - 12, w + 8, 16, pen.p.ink, 3, 'opacity=".55"')
    let bright = ''
    let dark = ''
    let sills = ''
    for (let row = 0; row < Math.floor((h - 110) / 70); row++) {
      for (let col = 0; col < 2; col++) {
        const left = Math.round(x + 24 + col * (w - 78))
        const top = y - h + 30 + row * 72
        const pane = `M${left} ${top}h32v46h-32z`
        if (lit && (i + row + col) % 3) bright += pane
        else dark += pane
        sills += `M${left - 4} ${top + 46}h40v5h-40z`
      }
    }
    out +=
      (bright && path(bright, pen.p.c)) +
      (dark && path(dark, pen.p.ink, 'opacity=".38"')) +
      path(sills, pen.p.paper)
    out += rect(x + 12, y - 74, w - 24, 74, lit ? pen.p.c : pen.p.ink, 2, `opacity="${lit ? 0.9 : 0.4}"`)
    const each = Math.round((w - 12) / 5)
    const scallop = (k: number) =>
      `M${x + 6 + k * each} ${y - 92}h${each}v26a${each / 2} ${each / 2} 0 0 1-${each} 0z`
    out +=
      path(scallop(0) + scallop(2) + scallop(4), i % 2 ? pen.p.a : pen.p.b) +
      path(scallop(1) + scallop(3), pen.p.paper)
    x += w
  }
  return out
}

/** Triangular flags hung between two points. */
export const bunting = (pen: Pen, x1: number, y1: number, x2: number, y2: number, sag = 60, count = 11) => {
  const colors = [pen.p.a, pen.p.c, pen.p.b, pen.p.paper]
  const point = (t: number) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)] as const
  return (
    stroke(
      `M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`,
      pen.p.ink,
      3,
      'opacity=".6"',
    ) +
    many(count, (i) => {
      const [x, y] = point((i + 0.5) / count)
      const w = Math.abs(x2 - x1) / count / 2.6
      return polygon(
        [
          [x - w, y],
          [x + w, y],
          [x, y + w * 2.1],
        ],
        colors[i % 4] ?? pen.p.a,
      )
    })
  )
}

/** Warm bulbs on a wire. */
export const stringLights = (
  pen: Pen,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  sag = 60,
  count = 12,
) =>
  stroke(`M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`, pen.p.ink, 3) +
  many(count, (i) => {
    const t = (i + 0.5) / count
    const x = x1 + (x2 - x1) * t
    const y = y1 + (y2 - y1) * t + sag * 4 * t * (1 - t) + 12
    return circle(x, y, 34, pen.glow('#ffd98a', 0.8)) + oval(x, y, 8, 10, '#fff0c0')
  })

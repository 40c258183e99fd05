/** SVG pieces as strings. Numbers are rounded so that files stay small and the same on every machine. */
export type Point = readonly [number, number]

const n = (value: number) => String(Math.abs(value) < 12 ? Math.round(value * 10) / 10 : Math.round(value))

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${r ? ` rx="${n(r)}"` : ''} fill="${fill}"${more && ` ${more}`}/>`

export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more && ` ${more}`}/>`

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more && ` ${more}`}/>`

export const path = (d: string, fill: string, more = '') =>
  `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`

/** An open stroke; the picture's root gives all strokes round ends. */
export const stroke = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(width)}"${more && ` ${more}`}/>`

export const polygon = (points: readonly Point[], fill: string, more = '') =>
  path(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`, fill, more)

export const polyline = (points: readonly Point[], color: string, width: number, more = '') =>
  stroke(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`, color, width, more)

export const at = (x: number, y: number, content: string, scale = 1, turn = 0) =>
  `<g transform="translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}">${content}</g>`

export const faint = (opacity: number, content: string) => `<g opacity="${opacity}">${content}</g>`

export const many = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** A soft contact shadow under something standing at (x, y). */
export const shadow = (x: number, y: number, rx: number, ry = rx * 0.12, opacity = 0.18) =>
  oval(x, y, rx, ry, '#1d1b33', `opacity="${opacity}"`)

/** A four-pointed glint. */
export const sparkle = (x: number, y: number, r: number, color: string, opacity = 1) =>
  at(
    x,
    y,
    path('M0-10C1-2 2-1 10 0C2 1 1 2 0 10C-1 2-2 1-10 0C-2-1-1-2 0-10Z', color, `opacity="${opacity}"`),
    r / 10,
  )

import { standing } from '../figures.ts'
import { hill, sky, townFronts } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, path, rect, shadow, stroke } from '../shapes.ts'

/** Three ordinary cars in a row, and coffee on a hood. */
export const carsAndCoffee = (pen: Pen) => {
  const front = (x: number, y: number, k: number, color: string, kind: number) =>
    at(
      x,
      y,
      shadow(0, 40, 230, 18, 0.3) +
        rect(-180, -20, 60, 70, '#2a2c40', 14) +
        rect(120, -20, 60, 70, '#2a2c40', 14) +
        path(
          kind
            ? 'M-150-120L-120-240Q-116-256-96-256H96Q116-256 120-240L150-120Z'
            : 'M-150-120Q-130-250-60-250H60Q130-250 150-120Z',
          color,
        ) +
        path(
          kind ? 'M-128-124L-104-226H104L128-124Z' : 'M-128-124Q-108-228-54-228H54Q108-228 128-124Z',
          pen.down('#d7f1f6', '#82c1d6'),
        ) +
        path('M-60-226L-110-130M-20-226L-80-126', 'none', 'stroke="#fff" stroke-width="12" opacity=".5"') +
        path('M-190-60Q-190-124-140-126H140Q190-124 190-60V10Q190 26 170 26H-170Q-190 26-190 10Z', color) +
        path('M-190-30H190V10Q190 26 170 26H-170Q-190 26-190 10Z', '#1d1b33', 'opacity=".14"') +
        (kind
          ? rect(-90, -70, 180, 50, '#2a2c40', 10) +
            faint(
              0.5,
              many(5, (i) => rect(-80, -64 + i * 9, 160, 3, '#fff')),
            )
          : rect(-60, -60, 120, 26, '#2a2c40', 13)) +
        circle(-136, -66, 34, '#fff3c0') +
        circle(136, -66, 34, '#fff3c0') +
        circle(-136, -66, 34, 'none', 'stroke="#c9ced9" stroke-width="7"') +
        circle(136, -66, 34, 'none', 'stroke="#c9ced9" stroke-width="7"') +
        rect(-50, -14, 100, 28, '#fff', 4) +
        stroke('M-34 0H34', '#1d1b33', 9, 'stroke-dasharray="14 12"') +
        rect(-196, 14, 392, 20, '#c9ced9', 9),
      k,
    )
  return (
    sky(pen, 930, 130, 50) +
    hill(360, 40, pen.p.far) +
    townFronts(pen, 480) +
    rect(0, 470, 1200, 330, pen.down('#c9c3bb', '#a49d97')) +
    faint(0.8, stroke('M60 800L200 520M420 800L440 520M780 800L760 520M1140 800L1000 520', '#fff', 9)) +
    front(230, 640, 0.92, pen.p.b, 1) +
    front(970, 640, 0.92, pen.p.leaf, 1) +
    front(600, 690, 1.12, pen.p.a, 0) +
    standing(pen, 400, 640, 0.9, {
      top: pen.p.c,
      legs: pen.p.ink,
      skin: skins[2],
      style: 'short',
      far: [44, -206, 60, -236],
    }) +
    standing(pen, 800, 640, 0.9, {
      top: pen.p.paper,
      legs: '#3a4a6b',
      skin: skins[0],
      style: 'long',
      hair: '#a5582e',
      facing: -1,
      far: [44, -206, 60, -236],
    }) +
    rect(448, 400, 20, 30, '#fff', 4) +
    rect(736, 400, 20, 30, '#fff', 4) +
    at(
      600,
      556,
      path('M-22-70H22L16 0H-16Z', '#fff') +
        rect(-26, -80, 52, 14, '#6b3f24', 4) +
        rect(-20, -46, 40, 26, pen.p.c) +
        faint(0.6, stroke('M-8-96q-10-16 0-30M10-96q-10-16 0-30', '#fff', 6)),
      1.1,
    )
  )
}

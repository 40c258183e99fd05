import { tabletop, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

export const spa = (pen: Pen) =>
  tabletop(pen, 560) +
  windowView(pen, 720, 60, 320, 300, false) +
  many(
    6,
    (i) =>
      stroke(
        `M${140 + i * 12} 560Q${100 + i * 40} 300 ${60 + i * 70} ${110 + ((i * 53) % 90)}`,
        pen.p.leafDark,
        7,
      ) +
      path(
        `M${60 + i * 70} ${110 + ((i * 53) % 90)}q-40 60-10 130q50-60 10-130Z`,
        i % 2 ? pen.p.leaf : pen.p.leafDark,
      ),
  ) +
  path('M110 560h150l-22-150q-54-20-106 0Z', pen.p.b) +
  path('M200 404h38l22 156h-50Z', pen.p.ink, 'opacity=".16"') +
  shadow(560, 662, 220, 18, 0.28) +
  oval(560, 640, 170, 36, '#5a5c6d') +
  oval(566, 586, 136, 32, '#74768a') +
  oval(556, 540, 104, 27, '#5a5c6d') +
  oval(562, 502, 70, 21, '#8b8da0') +
  faint(
    0.3,
    oval(520, 628, 90, 12, '#fff') + oval(530, 576, 70, 10, '#fff') + oval(534, 496, 30, 6, '#fff'),
  ) +
  path(
    'M562 484q-30-30-6-70q34 30 6 70Zm0 0q30-34 64-20q-20 34-64 20Zm0 0q-34-32-66-14q22 32 66 14Z',
    pen.p.a,
  ) +
  circle(562, 480, 8, pen.p.c) +
  many(3, (i) =>
    at(
      800 + i * 104,
      660 - (i % 2) * 16,
      circle(0, -110 - i * 10, 130, pen.glow('#ffe0a0', 0.75)) +
        shadow(0, 0, 44) +
        rect(-38, -80 - i * 22, 76, 80 + i * 22, [pen.p.paper, pen.p.c, pen.p.a][i] ?? pen.p.paper, 10) +
        rect(14, -80 - i * 22, 24, 80 + i * 22, pen.p.ink, 8, 'opacity=".1"') +
        oval(0, -80 - i * 22, 38, 10, pen.p.sun) +
        stroke(`M0 ${-82 - i * 22}v-14`, pen.p.ink, 4) +
        path(`M0 ${-136 - i * 22}q22 28 0 44q-22-16 0-44Z`, '#ffb347') +
        path(`M0 ${-116 - i * 22}q10 14 0 24q-10-10 0-24Z`, '#fff6d8'),
    ),
  ) +
  at(
    330,
    720,
    shadow(0, 0, 150) +
      rect(-140, -70, 280, 70, pen.p.paper, 26) +
      oval(130, -35, 26, 35, pen.p.wallDark) +
      stroke('M130-58a16 22 0 1 1-14 20', pen.p.paper, 6) +
      rect(-60, -70, 26, 70, pen.p.a) +
      rect(-110, -128, 220, 60, pen.p.b, 24) +
      oval(104, -98, 22, 30, pen.p.ink, 'opacity=".25"') +
      rect(-40, -128, 20, 60, pen.p.paper, 0, 'opacity=".6"'),
  ) +
  many(6, (i) =>
    path(`M${640 + i * 74} ${730 - ((i * 29) % 26)}q18-20 44-6q-16 22-44 6Z`, i % 2 ? pen.p.a : pen.p.paper),
  ) +
  faint(0.35, stroke('M800 430q-20-30 0-60t0-60M1008 380q-18-30 0-56t0-50', '#fff', 8)) +
  sparkle(470, 430, 16, '#fff') +
  sparkle(660, 440, 12, '#fff')

export const meals = (pen: Pen) =>
  tabletop(pen, 330) +
  many(3, (i) =>
    at(
      230 + i * 370,
      560 + (i % 2) * 30,
      shadow(0, 30, 170, 40, 0.25) +
        rect(-165, -120, 330, 240, pen.p.paper, 40) +
        rect(-148, -104, 296, 208, pen.p.wallDark, 30) +
        rect(-140, -96, 136, 192, pen.p.paper, 20) +
        rect(8, -96, 132, 88, pen.p.paper, 20) +
        rect(8, 8, 132, 88, pen.p.paper, 20) +
        many(9, (k) =>
          circle(
            -110 + (k % 3) * 36,
            -64 + Math.floor(k / 3) * 58,
            24,
            [pen.p.leaf, pen.p.leafDark, '#8cc06d'][(k + i) % 3] ?? pen.p.leaf,
          ),
        ) +
        many(
          6,
          (k) =>
            circle(-100 + (k % 3) * 38, -40 + Math.floor(k / 3) * 90, 13, pen.p.a) +
            circle(-104 + (k % 3) * 38, -44 + Math.floor(k / 3) * 90, 4, '#fff', 'opacity=".7"'),
        ) +
        many(14, (k) =>
          oval(
            28 + (k % 5) * 24,
            -76 + Math.floor(k / 5) * 24,
            13,
            8,
            k % 3 ? '#f2dfae' : '#e3c583',
            `transform="rotate(${k * 40} ${28 + (k % 5) * 24} ${-76 + Math.floor(k / 5) * 24})"`,
          ),
        ) +
        path('M24 76Q30 24 76 22T126 70Q80 96 24 76Z', i % 2 ? '#e98f62' : '#c9803f') +
        stroke('M44 66q10-30 20-34M68 72q10-36 22-38M94 72q8-26 16-28', '#fff', 5, 'opacity=".5"'),
    ),
  ) +
  at(
    130,
    320,
    shadow(0, 0, 60) +
      path('M-56-120Q-60 0-30 0H30Q60 0 56-120Z', '#cfeaf0', 'opacity=".8"') +
      rect(-50, -90, 100, 84, pen.p.leaf, 20, 'opacity=".6"') +
      many(5, (i) =>
        path(
          `M0-110q${-70 + i * 35}-30 ${-60 + i * 30}-110q${50 - i * 15} 40 ${60 - i * 30} 110Z`,
          i % 2 ? pen.p.leaf : pen.p.leafDark,
        ),
      ),
  ) +
  at(
    360,
    330,
    shadow(0, 0, 80) +
      circle(-40, -44, 44, pen.p.a) +
      circle(44, -40, 40, pen.p.a) +
      path('M-40-92l6 14 16-4-8 14 10 10-16 2-4 12-10-10-14 4 4-14-10-8 14-4Z', pen.p.leafDark) +
      circle(-56, -58, 10, '#fff', 'opacity=".4"'),
  ) +
  at(
    1000,
    330,
    shadow(0, 0, 110) +
      oval(-30, -60, 44, 66, pen.p.leafDark) +
      oval(-30, -54, 34, 54, '#dfe8a0') +
      circle(-30, -40, 20, pen.p.woodDark) +
      circle(60, -44, 44, pen.p.c) +
      circle(60, -44, 34, '#fff2b8') +
      many(6, (i) =>
        stroke(
          `M60-44L${Math.round(60 + 30 * Math.cos(i * 1.05))} ${Math.round(-44 + 30 * Math.sin(i * 1.05))}`,
          pen.p.c,
          4,
        ),
      ),
  ) +
  windowView(pen, 560, 30, 240, 180, false) +
  stroke('M470 760L700 700', '#c9ccd8', 16) +
  stroke('M700 700l60-16M704 712l58-14M698 688l56-14', '#c9ccd8', 5) +
  many(10, () =>
    path(
      `M${Math.round(pen.between(30, 1170))} ${Math.round(pen.between(700, 780))}q16-18 36-4q-14 20-36 4Z`,
      pen.p.leaf,
    ),
  )

import { frame, pendant, plant, room, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'

const pot = (x: number, y: number, k: number, color: string, band: string, kind: number) =>
  at(
    x,
    y,
    shadow(4, 0, 50) +
      (kind
        ? path('M-24-130H24V-110Q70-90 66-44Q60 0 30 0H-30Q-60 0-66-44Q-70-90-24-110Z', color) +
          path('M-64-60Q0-44 64-60L66-40Q0-22-66-40Z', band) +
          path('M14-130H24V-110Q70-90 66-44Q60 0 30 0H12Q50-60 14-130Z', '#1d1b33', 'opacity=".13"')
        : path('M-60-80H60Q60 0 20 0H-20Q-60 0-60-80Z', color) +
          rect(-58, -58, 116, 12, band) +
          oval(0, -80, 60, 10, '#1d1b33', 'opacity=".3"')),
    k,
  )

export const pottery = (pen: Pen) =>
  room(pen, 590) +
  windowView(pen, 120, 80, 240, 270, false) +
  many(
    2,
    (r) =>
      rect(760, 210 + r * 150, 370, 14, pen.p.wood, 3) +
      many(4, (i) =>
        pot(
          812 + i * 90,
          210 + r * 150,
          0.62,
          [pen.p.a, pen.p.b, pen.p.paper, pen.p.c][(i + r) % 4] ?? pen.p.a,
          [pen.p.c, pen.p.paper, pen.p.b, pen.p.a][(i + r) % 4] ?? pen.p.a,
          (i + r) % 2,
        ),
      ),
  ) +
  pendant(pen, 540, 40, pen.p.b) +
  shadow(540, 756, 270, 20, 0.28) +
  path('M330 560H750L720 740H360Z', pen.p.wood) +
  path('M600 560H750L720 740H600Z', pen.p.ink, 'opacity=".12"') +
  rect(300, 530, 480, 40, pen.p.woodDark, 16) +
  oval(540, 530, 190, 34, '#6d7387') +
  oval(540, 522, 190, 34, '#aab0c4') +
  faint(
    0.4,
    oval(540, 522, 150, 26, 'none', 'stroke="#fff" stroke-width="4"') +
      oval(540, 522, 110, 19, 'none', 'stroke="#fff" stroke-width="4"'),
  ) +
  path('M470 520Q420 420 480 360Q510 330 496 280H590Q574 330 604 360Q664 420 612 520Z', '#c9754a') +
  path('M570 280H590Q574 330 604 360Q664 420 612 520H560Q620 420 570 350Z', pen.p.ink, 'opacity=".16"') +
  oval(543, 280, 48, 12, '#8a4a2c') +
  faint(0.35, stroke('M452 440Q540 470 632 440M456 410Q540 436 626 410M470 480Q540 504 618 480', '#fff', 5)) +
  many(2, (side) => {
    const arm =
      stroke('M130 790Q250 700 330 560', pen.p.b, 96) +
      stroke('M286 636L392 448', '#e2a878', 54) +
      stroke('M292 628L330 560', pen.p.b, 92) +
      stroke('M308 500L392 548', pen.p.paper, 16) +
      path('M366 470Q372 400 420 384Q462 372 476 400Q486 440 462 484Q430 516 392 500Z', '#e2a878') +
      stroke('M420 404Q452 388 470 372M424 430Q456 420 478 408M428 458Q456 454 476 444', '#e2a878', 24) +
      stroke('M432 420L462 404M434 446L464 436', '#c4875a', 4)
    return side ? `<g transform="translate(1080 0) scale(-1 1)">${arm}</g>` : arm
  }) +
  at(
    980,
    740,
    shadow(0, 0, 90) +
      path('M-80-100H80L66 0H-66Z', pen.p.a) +
      oval(0, -100, 80, 16, '#a9dbe8') +
      oval(-10, -104, 40, 20, pen.p.c),
  ) +
  at(
    170,
    750,
    rect(-80, -60, 160, 60, '#c9754a', 16) + rect(-80, -60, 160, 22, '#fff', 12, 'opacity=".15"'),
  ) +
  plant(pen, 1130, 700, 1.2, pen.p.b)

export const easel = (pen: Pen) =>
  room(pen, 600) +
  windowView(pen, 820, 80, 260, 300) +
  frame(pen, 110, 90, 130, 160, 1) +
  frame(pen, 270, 120, 100, 120) +
  stroke('M560 90V140M560 600V620M420 760L540 120M720 760L580 120M566 130L620 720', pen.p.wood, 16) +
  rect(360, 560, 420, 20, pen.p.woodDark, 6) +
  rect(370, 150, 400, 410, '#000', 4, 'opacity=".12"') +
  rect(360, 140, 400, 410, pen.p.paper, 4) +
  pen.within(
    rect(376, 156, 368, 378, '#000'),
    rect(376, 156, 368, 378, pen.down(pen.p.skyTop, pen.p.skyLow)) +
      circle(640, 260, 110, pen.glow(pen.p.sun)) +
      circle(640, 260, 40, pen.p.sun) +
      path('M376 420L470 300L540 380L620 310L744 420V534H376Z', pen.p.far) +
      path('M376 450Q480 390 580 440T744 430V534H376Z', pen.p.mid) +
      path('M376 500Q480 450 600 490T744 480V534H376Z', pen.p.near) +
      many(12, () =>
        circle(pen.between(390, 730), pen.between(490, 528), 5, pen.pick([pen.p.a, pen.p.c, '#fff'])),
      ) +
      faint(0.3, stroke('M390 190q60-16 120 0M420 230q40-12 90 0', '#fff', 12)),
  ) +
  at(
    250,
    700,
    shadow(0, 44, 130) +
      path(
        'M-130-10Q-120-90 0-86Q130-84 130-10Q126 40 60 30Q20 24 20 50Q10 70-40 62Q-130 50-130-10Z',
        pen.p.wood,
      ) +
      oval(80, 6, 20, 13, pen.p.floorDark) +
      many(6, (i) =>
        oval(
          [-84, -40, 12, 62, -90, -46][i] ?? 0,
          [-30, -58, -60, -44, 14, 34][i] ?? 0,
          24,
          16,
          [pen.p.a, pen.p.c, pen.p.b, '#fff', pen.p.leaf, '#8d5fa8'][i] ?? pen.p.a,
        ),
      ),
  ) +
  at(
    900,
    700,
    rect(-90, -90, 220, 20, pen.p.wood, 6) +
      stroke('M-70-70L-84 60M110-70L124 60', pen.p.woodDark, 13) +
      path('M-50-180H30L22-90H-42Z', '#cfeaf0') +
      path('M-47-140H27L22-90H-42Z', pen.p.b, 'opacity=".5"') +
      many(
        4,
        (i) =>
          stroke(`M${-30 + i * 14}-110L${-50 + i * 24}-${230 + (i % 2) * 20}`, pen.p.woodDark, 8) +
          oval(
            -51 + i * 24,
            -246 - (i % 2) * 20,
            9,
            20,
            [pen.p.a, pen.p.c, pen.p.leaf, pen.p.b][i] ?? pen.p.a,
          ),
      ) +
      rect(60, -120, 18, 30, pen.p.a, 4) +
      rect(86, -116, 18, 26, pen.p.c, 4),
  ) +
  plant(pen, 1130, 740, 1.2, pen.p.b) +
  stroke('M700 430L850 520', pen.p.woodDark, 10) +
  oval(690, 424, 18, 9, pen.p.a, 'transform="rotate(30 690 424)"') +
  many(7, () =>
    circle(
      pen.between(400, 780),
      pen.between(640, 780),
      pen.between(4, 9),
      pen.pick([pen.p.a, pen.p.c, pen.p.b]),
    ),
  )

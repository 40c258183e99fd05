import { standing } from '../figures.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { circle, faint, many, oval, path, rect, stroke } from '../shapes.ts'

/** Neon signs and their reflections in a wet street. */
export const neonWalk = (pen: Pen) => {
  const signs =
    rect(150, 120, 90, 300, '#120f2a', 10) +
    rect(150, 120, 90, 300, 'none', 10, 'stroke="#ff5fa2" stroke-width="9"') +
    stroke('M195 160V200M175 180H215M178 240h34l-34 40h34M195 320v60', '#5fe3ff', 11) +
    rect(440, 190, 330, 120, '#120f2a', 60) +
    rect(440, 190, 330, 120, 'none', 60, 'stroke="#ffd15f" stroke-width="10"') +
    stroke('M490 236q20-32 40 0t40 0 40 0M490 268q20-32 40 0t40 0 40 0', '#ff5fa2', 11) +
    circle(690, 250, 30, 'none', 'stroke="#5fe3ff" stroke-width="10"') +
    circle(990, 230, 96, '#120f2a') +
    circle(990, 230, 96, 'none', 'stroke="#5fe3ff" stroke-width="10"') +
    stroke('M940 240Q990 160 1040 240Q1050 280 990 282T940 240M990 190V170M960 262q30 14 60 0', '#ffd15f', 10)
  return (
    rect(0, 0, 1200, 800, pen.down('#14123a', '#2a2058')) +
    many(6, (i) => rect(i * 210 - 20, 40 + ((i * 67) % 90), 196, 520, i % 2 ? '#1c1946' : '#241f54')) +
    many(24, (i) =>
      rect(
        20 + ((i * 97) % 1160),
        90 + ((i * 151) % 330),
        26,
        36,
        i % 3 ? '#3b3476' : '#f9c878',
        2,
        'opacity=".8"',
      ),
    ) +
    circle(195, 270, 260, pen.glow('#ff5fa2', 0.55)) +
    circle(605, 250, 300, pen.glow('#ffd15f', 0.45)) +
    circle(990, 230, 260, pen.glow('#5fe3ff', 0.5)) +
    signs +
    rect(0, 540, 1200, 260, pen.down('#1b1740', '#0e0c24')) +
    pen.within(
      rect(0, 545, 1200, 255, '#000'),
      faint(0.4, `<g transform="translate(0 1000) scale(1 -1)">${signs}</g>`) +
        many(16, (i) =>
          rect(60 + ((i * 149) % 1040), 560 + ((i * 61) % 220), 120 + ((i * 37) % 120), 6, '#0e0c24', 3),
        ),
    ) +
    many(3, (i) =>
      oval(
        [300, 700, 1010][i] ?? 0,
        [720, 770, 690][i] ?? 0,
        [150, 180, 110][i] ?? 0,
        16,
        ['#ff5fa2', '#ffd15f', '#5fe3ff'][i] ?? '#fff',
        'opacity=".28"',
      ),
    ) +
    standing(pen, 470, 730, 1.2, {
      top: '#e9b44c',
      legs: '#2b2750',
      skin: skins[3],
      style: 'long',
      hair: '#2b1d2a',
      facing: 1,
      far: [56, -240, 76, -300],
      near: [40, -226, 74, -290],
      shoe: '#c8402f',
    }) +
    rect(536, 344, 70, 46, '#0e0c24', 8) +
    circle(600, 366, 20, '#4f5770') +
    circle(604, 366, 11, '#9fc3f3') +
    standing(pen, 800, 700, 1.06, {
      top: '#4a8fb5',
      legs: '#2b2750',
      skin: skins[2],
      style: 'short',
      facing: 1,
      walking: true,
      far: [20, -210, 36, -260],
      near: [-30, -190, -20, -140],
    }) +
    stroke('M838 440V250', '#0e0c24', 7) +
    path(
      'M708 270Q720 150 838 146T968 270Q946 250 924 270Q902 250 880 270Q858 250 838 270Q816 250 796 270Q774 250 752 270Q730 250 708 270Z',
      '#c8402f',
    ) +
    many(46, () => {
      const x = Math.round(pen.between(0, 1200))
      const y = Math.round(pen.between(0, 700))
      return stroke(`M${x} ${y}l-8 34`, '#9fc3f3', 3, 'opacity=".4"')
    })
  )
}

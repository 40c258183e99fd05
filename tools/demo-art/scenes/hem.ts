import { hand, pinch } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, rect, stroke } from '../shapes.ts'
import { planks } from './planks.ts'

/** A trouser hem, pinned and about to be sewn. */
export const hem = (pen: Pen) =>
  planks(pen) +
  path('M120-20H560L600 560H180Z', '#34507a') +
  path('M640-20H1080L1020 540L620 560Z', '#34507a') +
  path('M440-20H560L600 560H520ZM980-20H1080L1020 540L950 546Z', pen.p.ink, 'opacity=".16"') +
  faint(0.35, stroke('M340-20L390 560M850-20L820 552', '#fff', 5)) +
  path('M174 480L596 486L600 560H180ZM624 486L1028 470L1020 540L620 560Z', '#4a6b9c') +
  stroke('M178 492L594 498M628 498L1024 482', '#f6bd45', 5, 'stroke-dasharray="16 12"') +
  many(
    4,
    (i) =>
      stroke(`M${236 + i * 94} 530L${250 + i * 94} 460`, '#c9ced9', 5) +
      circle(250 + i * 94, 456, 11, [pen.p.a, pen.p.c, '#f3a6b8', pen.p.leaf][i] ?? pen.p.a),
  ) +
  many(
    3,
    (i) =>
      stroke(`M${680 + i * 60} 524L${690 + i * 60} 456`, '#c9ced9', 5) +
      circle(690 + i * 60, 452, 11, [pen.p.leaf, pen.p.a, pen.p.c][i] ?? pen.p.a),
  ) +
  rect(90, 600, 700, 44, pen.p.c, 5, 'transform="rotate(2 440 620)"') +
  `<g transform="rotate(2 440 620)">${many(28, (i) => stroke(`M${104 + i * 24.6} 602v${i % 4 ? 11 : 22}`, pen.p.ink, 3))}</g>` +
  at(
    900,
    490,
    pinch(
      hand(3, pen.p.a),
      stroke('M60 40L-70-46', '#dfe5ec', 7) +
        path('M60 40Q200 130 110 220T220 330', 'none', 'stroke="#f6bd45" stroke-width="5"'),
    ),
    1.2,
  ) +
  at(
    190,
    730,
    circle(0, 0, 66, pen.p.a) +
      path(
        'M-62-20Q0-50 62-20M-62 20Q0 50 62 20M0-66V66',
        'none',
        `stroke="${pen.p.ink}" stroke-width="4" opacity=".3"`,
      ) +
      many(
        6,
        (i) =>
          stroke(`M${-34 + i * 14} ${-10 + ((i * 13) % 24)}l${-10 + i * 4}-44`, '#c9ced9', 4) +
          circle(-44 + i * 18, -56 + ((i * 13) % 24), 9, [pen.p.c, '#fff', pen.p.b][i % 3] ?? '#fff'),
      ),
  ) +
  at(
    560,
    730,
    circle(-46, 30, 34, 'none', `stroke="${pen.p.b}" stroke-width="16"`) +
      circle(46, 30, 34, 'none', `stroke="${pen.p.b}" stroke-width="16"`) +
      path('M-28 6L150-70L160-52L-8 26ZM28 6L-110-90L-124-76L8 26Z', '#c3c8d6') +
      circle(0, 2, 8, pen.p.ink),
    0.9,
    -10,
  )

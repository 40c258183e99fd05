/** Which colors of the site meet, and the contrast that WCAG 2.2 level AA asks of them. */
import type { ColorName } from './colors.ts'

const grounds: ColorName[] = ['page', 'surface', 'sunken']
const washes: ColorName[] = ['accent-wash', 'success-wash', 'danger-wash', 'warning-wash']
const papers: ColorName[] = ['cork', 'butter', 'sage', 'sky', 'blush']

/** Which colors appear as text on which backgrounds. */
const textOn: [ColorName, ColorName[]][] = [
  ['ink', [...grounds, ...washes, ...papers]],
  ['soft', [...grounds, 'accent-wash', 'warning-wash']],
  ['accent', [...grounds, ...washes]],
  ['accent-deep', [...grounds, ...washes]],
  ['success', [...grounds, 'success-wash']],
  ['danger', [...grounds, 'danger-wash']],
  ['warning', [...grounds, 'warning-wash']],
  ['on-accent', ['accent', 'accent-deep']],
  ['on-danger', ['danger', 'danger-deep']],
  ['page', ['ink']],
]

type ColorPair = { color: ColorName; background: ColorName; ratio: number }

export const textPairs: ColorPair[] = textOn.flatMap(([color, backgrounds]) =>
  backgrounds.map((background) => ({ color, background, ratio: 4.5 })),
)

/** A control is recognized by its edge, and an error by the edge of its field (WCAG 2.2, 1.4.11). */
export const edgePairs: ColorPair[] = (['edge', 'accent', 'success', 'danger', 'warning'] as const).flatMap(
  (color) => grounds.map((background) => ({ color, background, ratio: 3 })),
)

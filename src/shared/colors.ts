/**
 * The colors of the site, one per role. `ink` and `soft` are text, prices included; `accent`, the red-orange of a push pin, is for what
 * can be clicked; `success`, `danger` (errors and deletion), and `warning` never stand alone, but next to an icon or a word. Paper tints
 * are for drawings and badges. Pages use them as custom properties of the same names.
 */
import { pageColors } from './page-colors.ts'

export const lightColors = {
  page: pageColors.light,
  surface: '#ffffff',
  sunken: '#f1ede7',
  line: '#e4ddd3',
  edge: '#8b8073',
  ink: '#221c17',
  soft: '#61574d',
  accent: '#bb3f12',
  'accent-deep': '#94300b',
  'accent-wash': '#fdeee6',
  'on-accent': '#ffffff',
  success: '#1a6431',
  'success-wash': '#e4f3e3',
  danger: '#a50b3f',
  'danger-deep': '#820831',
  'danger-wash': '#fdeaee',
  'on-danger': '#ffffff',
  warning: '#7a5000',
  'warning-wash': '#fdf1d3',
  cork: '#ecdcc3',
  butter: '#fbe6ab',
  sage: '#cfe0c4',
  sky: '#c9dfea',
  blush: '#f8d3c4',
  drawn: '#3a2f26',
  'drawn-paper': '#fffdf8',
  shade: '#3c2814',
}

export type Colors = typeof lightColors
export type ColorName = keyof Colors

export const darkColors: Colors = {
  page: pageColors.dark,
  surface: '#221d19',
  sunken: '#2b2520',
  line: '#3b342d',
  edge: '#8d8276',
  ink: '#f5f0e9',
  soft: '#bdb2a6',
  accent: '#f78c5a',
  'accent-deep': '#ffab82',
  'accent-wash': '#3d2519',
  'on-accent': '#26100a',
  success: '#8fdb95',
  'success-wash': '#1b301f',
  danger: '#ff90ad',
  'danger-deep': '#ffb5c8',
  'danger-wash': '#421a24',
  'on-danger': '#2d0a13',
  warning: '#f2c568',
  'warning-wash': '#3a2d10',
  cork: '#33281d',
  butter: '#4d4224',
  sage: '#34422f',
  sky: '#2c3f4a',
  blush: '#4f3329',
  drawn: '#17120e',
  'drawn-paper': '#e9dfd0',
  shade: '#000000',
}

/** Returns the value of the custom property of a color. `shade` has no alpha of its own, so it is written as channels: `60 40 20`. */
export const colorValue = (name: ColorName, hex: string): string =>
  name === 'shade' ? [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(' ') : hex

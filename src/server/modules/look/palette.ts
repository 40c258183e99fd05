/**
 * Derives the colors of the site from the accent and the neutrals that an admin chose. Lightness is that of OKLCH, in which equal steps look
 * equal; what a color must contrast with is in shared/color-pairs.ts.
 */

import { createRequire } from 'node:module'
import type { Oklch } from 'culori'
import { edgePairs, textPairs } from '../../../shared/color-pairs.ts'
import { type ColorName, type Colors, darkColors, lightColors } from '../../../shared/colors.ts'
import { defaultSettings, type SiteSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'

export type Palette = { light: Colors; dark: Colors }
type Choices = Pick<SiteSettings, 'accent' | 'neutrals'>
type Mode = keyof Palette

const defaults: Palette = { light: lightColors, dark: darkColors }

const load = createRequire(import.meta.url)
/** Loaded by the first site with a look of its own: it takes memory in each process. */
const culori = () => load('culori') as typeof import('culori')

const toOklch = (hex: string): Oklch =>
  culori().converter('oklch')(hex) ?? { mode: 'oklch', l: 0, c: 0, h: 0 }
const toHex = (color: Oklch): string => culori().formatHex(culori().clampChroma(color, 'oklch')) ?? '#000000'

/** Returns the colors of both modes; those of the program for its own accent and neutrals. */
export const paletteOf = (choices: Choices): Palette =>
  choices.accent === defaultSettings.accent && choices.neutrals === defaultSettings.neutrals
    ? defaults
    : { light: derive('light', choices), dark: derive('dark', choices) }

function derive(mode: Mode, choices: Choices): Colors {
  const colors = { ...defaults[mode] }
  for (const name of neutralNames) colors[name] = tint(colors[name], choices)
  const start = accentOf(mode, choices)
  const accent = toOklch(start)
  // As pale as the program's own.
  const wash = toOklch(colors['accent-wash'])
  colors['accent-wash'] = toHex({ ...accent, l: wash.l, c: Math.min(wash.c, accent.c) })
  for (const name of ['ink', 'soft', 'edge', 'success', 'danger', 'warning'] as const)
    colors[name] = makeReadable(mode, colors, name, colors[name])
  colors.accent = makeReadable(mode, colors, 'accent', start)
  const { l, c, h } = toOklch(colors.accent)
  colors['on-accent'] =
    mode === 'light' ? '#ffffff' : toHex({ mode: 'oklch', l: 0.17, c: Math.min(c, 0.03), h })
  colors['accent-deep'] = makeReadable(
    mode,
    colors,
    'accent-deep',
    toHex({ mode: 'oklch', l: deepen(mode, l), c, h }),
  )
  return colors
}

const neutralNames = ['page', 'surface', 'sunken', 'line', 'edge', 'ink', 'soft'] as const

/** Gives a neutral color its tint, and keeps its lightness. */
function tint(hex: string, { accent, neutrals }: Choices): string {
  const color = toOklch(hex)
  const { c, h } = toOklch(accent)
  switch (neutrals) {
    case 'warm':
      return hex
    case 'gray':
      return toHex({ ...color, c: 0 })
    case 'cool':
      return toHex({ ...color, h: 250 })
    case 'accent':
      return toHex({ ...color, c: Math.min(color.c, c), h })
  }
}

/** How light an accent is at least on dark backgrounds, so that it stands out. */
const minDarkLightness = 0.74

function accentOf(mode: Mode, { accent }: Choices): string {
  if (mode === 'light') return accent
  if (accent === defaultSettings.accent) return darkColors.accent
  const color = toOklch(accent)
  return color.l < minDarkLightness ? toHex({ ...color, l: minDarkLightness }) : accent
}

/** Returns the lightness of what is pressed or pointed at; the other way where there is no room. */
function deepen(mode: Mode, lightness: number): number {
  if (mode === 'light') return lightness < 0.2 ? lightness + 0.13 : lightness - 0.085
  return lightness > 0.92 ? lightness - 0.1 : lightness + 0.075
}

const step = 0.004

/** Returns the color, made darker in the light mode and lighter in the dark one until it can be read wherever it is used. */
function makeReadable(mode: Mode, colors: Colors, name: ColorName, hex: string): string {
  const pairs = [...textPairs, ...edgePairs].filter(({ color }) => color === name)
  const isReadable = (candidate: string) =>
    pairs.every(({ background, ratio }) => culori().wcagContrast(candidate, colors[background]) >= ratio)
  const color = toOklch(hex)
  let candidate = hex
  while (!isReadable(candidate) && color.l > 0 && color.l < 1.01) {
    color.l += mode === 'light' ? -step : step
    candidate = toHex(color)
  }
  return candidate
}

/** How much a color changes before it is no longer the same at a glance. */
const littleChange = 0.12

/** Returns what to tell whoever chose the accent; null if it is used as it is. */
export function accentNote(settings: Choices & Pick<SiteSettings, 'colorScheme'>): string | null {
  if (settings.accent === defaultSettings.accent) return null
  const mode = settings.colorScheme === 'dark' ? 'dark' : 'light'
  const used = paletteOf(settings)[mode].accent
  const change = toOklch(used).l - toOklch(settings.accent).l
  if (used === settings.accent) return null
  if (Math.abs(change) < littleChange)
    return change < 0
      ? t('We made your color a little darker so that text on it can be read.')
      : t('We made your color a little lighter so that text on it can be read.')
  return change < 0
    ? t('We made your color darker so that text on it can be read.')
    : t('We made your color lighter so that text on it can be read.')
}

/** Writes what an admin changed of the look as CSS, which follows the site's own style sheet and overrides its layers. */
import { type ColorName, type Colors, colorValue, darkColors, lightColors } from '../../../shared/colors.ts'
import { defaultSettings, type SiteSettings } from '../../../shared/settings/table.ts'
import { findCssProblem } from './custom-css.ts'
import { fallbackOf, fontFaces } from './fonts.ts'
import type { Palette } from './palette.ts'

/** Returns an empty text if everything is the program's own. */
export const styleSheetOf = (settings: SiteSettings, palette: Palette): string =>
  [
    ...fontRules(settings),
    ...colorRules(settings, palette),
    cornerRules[settings.corners],
    // What is stored may have been written by something else than the form.
    findCssProblem(settings.customCss) === null ? settings.customCss : '',
  ]
    .filter(Boolean)
    .join('\n')

const names = Object.keys(lightColors) as ColorName[]

function colorRules({ colorScheme }: SiteSettings, { light, dark }: Palette): string[] {
  const changed = names.filter((name) => light[name] !== lightColors[name] || dark[name] !== darkColors[name])
  const write = (colors: Colors, which: ColorName[], scheme = '') =>
    `:root{${[scheme && `color-scheme:${scheme}`, ...which.map((name) => `--${name}:${colorValue(name, colors[name])}`)].filter(Boolean).join(';')}}`
  const onPaper = ':root{--page:#ffffff;--surface:#ffffff;--sunken:#ffffff}'
  const all = {
    auto: changed.length > 0 && [
      write(light, changed),
      `@media screen and (prefers-color-scheme:dark){${write(dark, changed)}}`,
    ],
    light: [write(light, names, 'light')],
    dark: [write(light, changed), `@media screen{${write(dark, names, 'dark')}}`],
  }[colorScheme]
  return all ? [...all, `@media print{${onPaper}}`] : []
}

const corners = (...[small, medium, large, full]: [string, string, string, string]) =>
  `:root{--radius-sm:${small};--radius-md:${medium};--radius-lg:${large};--radius-full:${full}}`
const cornerRules: Record<SiteSettings['corners'], string> = {
  square: corners('0', '0', '0', '0'),
  small: corners('0.125rem', '0.25rem', '0.375rem', '0.375rem'),
  round: '',
  large: corners('0.625rem', '1rem', '1.75rem', '999px'),
}

/** As in style.css, without its own. */
const deviceFonts =
  '-apple-system,"Segoe UI Variable Text","Segoe UI",Roboto,Cantarell,"Noto Sans","Liberation Sans",Arial,system-ui,sans-serif'

function fontRules({ headingFont, bodyFont }: SiteSettings): string[] {
  const headings = 'Site Headings'
  const text = 'Site Text'
  const rules: string[] = []
  const families = (font: string, own: string) =>
    [...(font === 'system' ? [] : [`"${own}"`]), fallbackOf(font) ?? deviceFonts].join()
  if (bodyFont !== defaultSettings.bodyFont)
    rules.push(
      fontFaces(bodyFont, text),
      `:root{--font-sans:${families(bodyFont, text)}}html{font-family:var(--font-sans)}`,
    )
  if (headingFont !== defaultSettings.headingFont)
    rules.push(fontFaces(headingFont, headings), `:root{--font-display:${families(headingFont, headings)}}`)
  return rules
}

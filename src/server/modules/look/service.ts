/** The look of the site as its settings say: colors, and what pages, emails, and drawings show instead of the program's own. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Colors, lightColors } from '../../../shared/colors.ts'
import type { PageLook } from '../../../shared/page-look.ts'
import { defaultSettings, type SiteSettings } from '../../../shared/settings/table.ts'
import { parseSiteFile, siteFileUrl } from '../../../shared/site-files.ts'
import type { EmailSender } from '../../platform/mail/layout.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { readSiteFile } from '../media/service.ts'
import { type Box, drawLogo, emailLogo } from './icons.ts'
import { type Palette, paletteOf } from './palette.ts'
import { styleSheetOf } from './style-sheet.ts'

export type Look = {
  palette: Palette
  /** The colors of flyers. */
  printed: Colors
  /** Empty if nothing differs. */
  css: string
  /** Null if nothing differs. */
  page: PageLook | null
}

const known = new WeakMap<SiteSettings, Look>()

/** Returns the look. Computed once for each snapshot of the settings. */
export function lookOf(settings: SiteSettings): Look {
  const look = known.get(settings) ?? compute(settings)
  known.set(settings, look)
  return look
}

function compute(settings: SiteSettings): Look {
  const palette = paletteOf(settings)
  const { accent, flyerColor, neutrals } = settings
  const printed = paletteOf({ accent: flyerColor || accent, neutrals }).light
  const css = styleSheetOf(settings, palette)
  return { palette, printed, css, page: toPageLook(settings, palette, css) }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const styleSheetUrl = (css: string): string => `/look-${shortHash(css)}.css`

function toPageLook(settings: SiteSettings, palette: Palette, css: string): PageLook | null {
  const logo = logoOf(settings)
  const icons = iconKey(settings, palette)
  if (css === '' && !logo && !icons) return null
  return {
    stylesheet: css && styleSheetUrl(css),
    colorScheme: settings.colorScheme,
    themeColors: { light: palette.light.page, dark: palette.dark.page },
    hasOwnFonts:
      settings.headingFont !== defaultSettings.headingFont && settings.bodyFont !== defaultSettings.bodyFont,
    logo,
    icons,
  }
}

function logoOf({ logo, logoDark, colorScheme, nameByLogo }: SiteSettings): PageLook['logo'] {
  const [light, dark] = colorScheme === 'dark' ? [logoDark || logo, ''] : [logo, logoDark]
  const size = parseSiteFile(light)
  if (!size) return null
  return {
    url: siteFileUrl(light),
    darkUrl: dark && colorScheme === 'auto' ? siteFileUrl(dark) : null,
    width: size.width,
    height: size.height,
    withName: nameByLogo,
  }
}

/** Returns a text that changes with the icons; null for the program's own. */
function iconKey({ icon, logo }: SiteSettings, { light }: Palette): string | null {
  const isOwn = icon === '' && logo === '' && light.accent === lightColors.accent
  return isOwn ? null : shortHash([icon || logo, light.accent, light.page].join())
}

/** Returns the file of which icons are made: the operator's, or the program's own in the accent of the site. */
export async function readIconSource(settings: SiteSettings, store: ImageStore): Promise<Buffer | null> {
  const { icon, logo } = settings
  return icon || logo ? readSiteFile(store, icon || logo) : programIcon(lookOf(settings).palette.light.accent)
}

/** Returns the program's logo in another accent as PNG, as large as fits into a box of pixels. */
export const drawProgramLogo = async (accent: string, box: Box): Promise<Buffer> =>
  drawLogo(await programIcon(accent), box)

/** Returns the program's icon in another accent, as SVG. */
async function programIcon(accent: string): Promise<Buffer> {
  const svg = await readFile(new URL('../../../web/public/icon.svg', import.meta.url), 'utf8')
  return Buffer.from(svg.replaceAll(lightColors.accent, accent))
}

/** Returns a text that changes with the logo in emails. */
export const emailLogoVersion = (settings: SiteSettings): string =>
  settings.logo || lookOf(settings).palette.light.accent.slice(1)

/** Returns the sender of emails with the look of the site. */
export function senderOf(settings: SiteSettings, publicUrl: string): EmailSender {
  const { palette } = lookOf(settings)
  const logo = parseSiteFile(settings.logo) ?? { width: 1, height: 1 }
  const scale = Math.min(emailLogo.width / logo.width, emailLogo.height / logo.height) / 2
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const path = `${emailLogo.path}?v=${emailLogoVersion(settings).slice(0, 16)}`
  const withName = settings.logo === '' || settings.nameByLogo
  return { name: settings.name, publicUrl, look: { ...palette, logo: { path, width, height, withName } } }
}

/** Returns the logo as PNG, as large as fits into a box of pixels; null without one. */
export async function readLogo({ logo }: SiteSettings, store: ImageStore, box: Box): Promise<Buffer | null> {
  const file = await readSiteFile(store, logo)
  return file && drawLogo(file, box)
}

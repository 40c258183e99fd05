/** The look of the site as its settings say: colors, and what pages, emails, and drawings show instead of the program's own. */
import { createHash } from 'node:crypto'
import type { Colors } from '../../../shared/colors.ts'
import type { PageLook } from '../../../shared/page-look.ts'
import { defaultSettings, type SiteSettings } from '../../../shared/settings/table.ts'
import { parseSiteFile, siteFileUrl } from '../../../shared/site-files.ts'
import type { EmailSender } from '../../platform/mail/layout.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { readSiteFile } from '../media/service.ts'
import { drawLogo, emailLogo } from './icons.ts'
import { type Palette, paletteOf } from './palette.ts'
import { styleSheetOf } from './style-sheet.ts'

export type Look = {
  palette: Palette
  /** Of flyers. */
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
  const icons = iconSourceOf(settings) && shortHash(iconSourceOf(settings) + palette.light.page)
  if (css === '' && !logo && !icons) return null
  return {
    stylesheet: css && styleSheetUrl(css),
    colorScheme: settings.colorScheme,
    themeColors: { light: palette.light.page, dark: palette.dark.page },
    hasOwnHeadings: settings.headingFont !== defaultSettings.headingFont,
    logo,
    icons: icons || null,
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

/** Returns the file of which icons are made; empty for the program's own. */
export const iconSourceOf = ({ icon, logo }: SiteSettings): string => icon || logo

/** Returns the sender of emails with the look of the site. */
export function senderOf(settings: SiteSettings, publicUrl: string): EmailSender {
  const { palette, page } = lookOf(settings)
  const logo = page?.logo
  if (!logo) return { name: settings.name, publicUrl, look: { ...palette, logo: null } }
  const scale = Math.min(emailLogo.width / logo.width, emailLogo.height / logo.height) / 2
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const path = `${emailLogo.path}?v=${page.icons}`
  return { name: settings.name, publicUrl, look: { ...palette, logo: { path, width, height } } }
}

/** Returns the logo as PNG, so that it fits into a box of pixels; null without one, and if its file cannot be read. */
export async function readLogo(
  { logo }: SiteSettings,
  store: ImageStore,
  box: { width: number; height: number },
): Promise<Buffer | null> {
  const file = await readSiteFile(store, logo).catch(() => null)
  return file && drawLogo(file, box)
}

/** The web app manifest, built from the site's settings. scripts/draw-icons.mjs draws the icons. */

import { shortNameOf } from '../../shared/format.ts'
import { directionOf, readerLanguage } from '../../shared/language.ts'
import { offeredKinds } from '../../shared/offered-kinds.ts'
import { pageColors } from '../../shared/page-colors.ts'
import type { PageLook } from '../../shared/page-look.ts'
import type { PageSettings } from '../../shared/settings/table.ts'
import { t } from '../../shared/translate.ts'
import { paths } from '../paths.ts'

const icon = (version: string | null, name: string, side: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}-${side}.png${version ? `?v=${version}` : ''}`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

/** `look` is null for the program's own. */
export const webManifest = ({ name, tagline, kinds }: PageSettings, look: PageLook | null) => ({
  id: '/',
  name,
  short_name: shortNameOf(name),
  description: tagline,
  lang: readerLanguage(),
  dir: directionOf(readerLanguage()),
  start_url: paths.home(),
  scope: '/',
  display: 'standalone',
  theme_color: themeColorOf(look),
  background_color: themeColorOf(look),
  categories: ['shopping', 'lifestyle', 'social'],
  icons: [
    ...(look?.icons ? [] : [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]),
    icon(look?.icons ?? null, 'icon', 192, 'any'),
    icon(look?.icons ?? null, 'icon', 512, 'any'),
    icon(look?.icons ?? null, 'icon-maskable', 192, 'maskable'),
    icon(look?.icons ?? null, 'icon-maskable', 512, 'maskable'),
  ],
  shortcuts: [
    ...offeredKinds({ kinds }).map((kind) => ({
      name: kind === 'service' ? t('Services') : t('Events'),
      url: paths.listings(kind),
    })),
    { name: t('Post Ad'), url: paths.post() },
  ].map((shortcut) => ({ ...shortcut, icons: [icon(look?.icons ?? null, 'icon', 192, 'any')] })),
})

/** Returns the color of the window's bar until a page sets its own. */
function themeColorOf(look: PageLook | null): string {
  const { light, dark } = look?.themeColors ?? pageColors
  return look?.colorScheme === 'dark' ? dark : light
}

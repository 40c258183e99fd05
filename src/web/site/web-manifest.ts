/** The web app manifest, built from the site's settings. scripts/draw-icons.mjs draws the icons. */

import { pageColors } from '../../shared/colors.ts'
import { shortNameOf } from '../../shared/format.ts'
import { offeredKinds } from '../../shared/offered-kinds.ts'
import type { PageSettings } from '../../shared/settings/table.ts'
import { paths } from '../paths.ts'

const icon = (name: string, side: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

export const webManifest = ({ name, tagline, kinds }: PageSettings) => ({
  id: '/',
  name,
  short_name: shortNameOf(name),
  description: tagline,
  lang: 'en',
  start_url: paths.home(),
  scope: '/',
  display: 'standalone',
  theme_color: pageColors.light,
  background_color: pageColors.light,
  categories: ['shopping', 'lifestyle', 'social'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    icon('icon', 192, 'any'),
    icon('icon', 512, 'any'),
    icon('icon-maskable', 192, 'maskable'),
    icon('icon-maskable', 512, 'maskable'),
  ],
  shortcuts: [
    ...offeredKinds({ kinds }).map((kind) => ({
      name: kind === 'service' ? 'Services' : 'Events',
      url: paths.listings(kind),
    })),
    { name: 'Post Ad', url: paths.post() },
  ].map((shortcut) => ({ ...shortcut, icons: [icon('icon', 192, 'any')] })),
})

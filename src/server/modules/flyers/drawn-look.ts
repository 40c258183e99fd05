/** How flyers and pictures of shared links look, if it is not the program's own look. */
import { lightColors } from '../../../shared/colors.ts'
import type { SiteSettings } from '../../../shared/settings/table.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { drawProgramLogo, lookOf, readLogo } from '../look/service.ts'
import type { DrawnLook } from './draw.ts'

/** Flyers have a color of their own. */
type Purpose = 'flyer' | 'share-picture'

/** In pixels, for print. */
const logoBox = { width: 1600, height: 400 }

/** Returns undefined for the program's own look. */
export async function drawnLookOf(
  settings: SiteSettings,
  purpose: Purpose,
  store: ImageStore,
): Promise<DrawnLook | undefined> {
  if (lookKeyOf(settings, purpose) === undefined) return undefined
  const colors = colorsOf(settings, purpose)
  // Flyers are more important than their logo.
  const own = await readLogo(settings, store, logoBox).catch(() => null)
  return {
    colors,
    paper: settings.paper,
    logo: own ?? (await drawProgramLogo(colors.accent, logoBox)),
    withName: !own || settings.nameByLogo,
  }
}

function colorsOf(settings: SiteSettings, purpose: Purpose) {
  const { printed, palette } = lookOf(settings)
  return purpose === 'flyer' ? printed : palette.light
}

/** Returns a text that changes with the look; undefined for the program's own. */
export function lookKeyOf(settings: SiteSettings, purpose: Purpose): string | undefined {
  const { paper, logo, nameByLogo } = settings
  const colors = colorsOf(settings, purpose)
  if (colors === lightColors && logo === '' && (paper === 'letter' || purpose === 'share-picture'))
    return undefined
  return JSON.stringify([colors, purpose === 'flyer' && paper, logo, nameByLogo])
}

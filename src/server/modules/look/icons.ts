/** Draws the icons of the site from its logo, and the logo as PNG for emails, which show no SVG. */
import sharp from 'sharp'
import { parseSiteFile } from '../../../shared/site-files.ts'

type Icon = {
  side: number
  /** How much of the width the logo takes. */
  share: number
  /** On the page background, to the corners. */
  isFilled: boolean
}

/** Browsers request these by name. Systems crop filled icons to their own shape: a circle of 80% of the width always shows. */
const icons: Record<string, Icon> = {
  '/favicon.ico': { side: 48, share: 1, isFilled: false },
  '/icon.svg': { side: 192, share: 1, isFilled: false },
  '/icon-192.png': { side: 192, share: 1, isFilled: false },
  '/icon-512.png': { side: 512, share: 1, isFilled: false },
  '/icon-maskable-192.png': { side: 192, share: 0.58, isFilled: true },
  '/icon-maskable-512.png': { side: 512, share: 0.58, isFilled: true },
  '/apple-touch-icon.png': { side: 180, share: 0.76, isFilled: true },
}

/** In pixels: twice what emails show. */
export const emailLogo = { path: '/logo.png', width: 480, height: 96 }

export const isIcon = (path: string): boolean => Object.hasOwn(icons, path)

/** Draws a file of the site, so that it fits into a box. */
export function drawLogo(content: Uint8Array, name: string, box: { width: number; height: number }) {
  const size = parseSiteFile(name) ?? box
  // Drawings are enlarged before they become pixels.
  const density = Math.min(
    1_000,
    Math.max(10, (72 * Math.max(box.width, box.height)) / Math.max(size.width, size.height, 1)),
  )
  return sharp(content, { density, limitInputPixels: 20_000_000 })
    .timeout({ seconds: 10 })
    .resize({ ...box, fit: 'inside' })
}

/** Returns a PNG. `background` is the color of filled icons. */
export async function drawIcon(
  path: string,
  content: Uint8Array,
  name: string,
  background: string,
): Promise<Buffer> {
  const icon = icons[path]
  if (!icon) throw new Error(`There is no icon ${path}.`)
  const { side, share, isFilled } = icon
  const inner = Math.round(side * share)
  const logo = await drawLogo(content, name, { width: inner, height: inner }).png().toBuffer()
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({
    create: { width: side, height: side, channels: 4, background: isFilled ? background : clear },
  })
    .composite([{ input: logo, gravity: 'center' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

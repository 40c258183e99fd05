/** Draws the icons of the site from its logo, and the logo as PNG for emails, which show no SVG. */

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

export type Box = { width: number; height: number }

/** Returns a logo as PNG, as large as fits into a box of pixels. */
export async function drawLogo(content: Uint8Array, box: Box): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(content).metadata()
  // Drawings are enlarged before they become pixels.
  const scale = Math.min(box.width / width, box.height / height)
  const density = Math.min(2_400, Math.max(1, 72 * scale))
  return sharp(content, { density, limitInputPixels: 20_000_000 })
    .timeout({ seconds: 10 })
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer()
}

/** Returns a PNG. `background` is the color of filled icons. */
export async function drawIcon(path: string, content: Uint8Array, background: string): Promise<Buffer> {
  const icon = icons[path]
  if (!icon) throw new Error(`There is no icon ${path}.`)
  const { side, share, isFilled } = icon
  const inner = Math.round(side * share)
  const { default: sharp } = await import('sharp')
  const logo = await drawLogo(content, { width: inner, height: inner })
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({
    create: { width: side, height: side, channels: 4, background: isFilled ? background : clear },
  })
    .composite([{ input: logo, gravity: 'center' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

// Renders the PNG app icons from src/web/public/icon.svg. Run `node scripts/draw-icons.mjs` after changing it.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = new URL('../src/web/public/', import.meta.url)
const drawing = await readFile(new URL('icon.svg', folder), 'utf8')

// Operating systems crop maskable icons to their own shape: the background fills the square, and the drawing stays inside
// the safe zone, a circle of 80% of the width.
const scale = 0.88
const maskable = drawing
  .replace(' rx="8"', '')
  .replace(
    /(<rect [^>]*>)(.*)<\/svg>/s,
    `$1<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">$2</g></svg>`,
  )

const icons = [
  { name: 'icon-192.png', side: 192, source: drawing },
  { name: 'icon-512.png', side: 512, source: drawing },
  { name: 'icon-maskable-192.png', side: 192, source: maskable },
  { name: 'icon-maskable-512.png', side: 512, source: maskable },
  { name: 'apple-touch-icon.png', side: 180, source: maskable },
]

for (const { name, side, source } of icons) {
  await sharp(Buffer.from(source), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(fileURLToPath(new URL(name, folder)))
}

// Draws the icons of an installed app from src/web/public/icon.svg: `node scripts/draw-icons.mjs`. Run after changing it.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = new URL('../src/web/public/', import.meta.url)
const drawing = await readFile(new URL('icon.svg', folder), 'utf8')

// Systems cut these to a shape of their own: the ground reaches every edge, and the note stays inside the circle of
// four fifths that each shape leaves.
const scale = 0.88
const filled = drawing
  .replace(' rx="8"', '')
  .replace(
    /(<rect [^>]*>)(.*)<\/svg>/s,
    `$1<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">$2</g></svg>`,
  )

const icons = [
  { name: 'icon-192.png', side: 192, of: drawing },
  { name: 'icon-512.png', side: 512, of: drawing },
  { name: 'icon-maskable-192.png', side: 192, of: filled },
  { name: 'icon-maskable-512.png', side: 512, of: filled },
  { name: 'apple-touch-icon.png', side: 180, of: filled },
]

for (const { name, side, of } of icons) {
  await sharp(Buffer.from(of), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(fileURLToPath(new URL(name, folder)))
}

// Renders the app icons, and the icon that browsers request by name, from src/web/public/icon.svg. Run `node scripts/draw-icons.mjs` after changing it.
import { readFile, writeFile } from 'node:fs/promises'
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

const draw = (source, side) =>
  sharp(Buffer.from(source), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ palette: true, colours: 128, effort: 10 })
    .toBuffer()

for (const { name, side, source } of icons)
  await writeFile(fileURLToPath(new URL(name, folder)), await draw(source, side))

const sides = [16, 32, 48]
const pictures = await Promise.all(sides.map((side) => draw(drawing, side)))
await writeFile(fileURLToPath(new URL('favicon.ico', folder)), icoOf(sides, pictures))

/** An ICO file: a header of 6 bytes, an entry of 16 bytes for each picture, and the pictures as PNG. */
function icoOf(sides, pictures) {
  const head = Buffer.alloc(6 + 16 * sides.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sides.length, 4)
  let offset = head.length
  for (const [index, side] of sides.entries()) {
    const entry = 6 + 16 * index
    const { length } = pictures[index]
    head.writeUInt8(side, entry)
    head.writeUInt8(side, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += length
  }
  return Buffer.concat([head, ...pictures])
}

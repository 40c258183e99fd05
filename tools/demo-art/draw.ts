/**
 * Draws every picture of the demo listings: `npm run demo:draw [-- folder]`. The default folder is `demo/pictures`.
 * Every run produces the same bytes. Without a folder, it also converts the photos of the home page's banners.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { drawBannerPhotos } from './banner-photos.ts'
import { palettes } from './palettes.ts'
import { createPen } from './pen.ts'
import { scenes } from './scenes.ts'

const elsewhere = process.argv[2]
const folder = resolve(elsewhere ?? join(import.meta.dirname, '../../demo/pictures'))
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (name.endsWith('.svg')) rmSync(join(folder, name))

let bytes = 0
let count = 0
for (const [name, views] of Object.entries(scenes)) {
  views.forEach(({ draw, light }, index) => {
    const file = `${name}-${index + 1}`
    const pen = createPen(palettes[light], file)
    const content = draw(pen)
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">' +
      `<defs>${pen.defs()}<clipPath id="edge"><path d="M0 0H1200V800H0Z"/></clipPath></defs>` +
      `<g clip-path="url(#edge)" stroke-linecap="round" stroke-linejoin="round">${content}</g></svg>\n`
    writeFileSync(join(folder, `${file}.svg`), svg)
    bytes += Buffer.byteLength(svg)
    count += 1
  })
}
console.log(
  `Drew ${count} pictures of ${Object.keys(scenes).length} scenes, ${Math.round(bytes / 1024)} kB, in ${folder}`,
)
if (!elsewhere) {
  const photoBytes = await drawBannerPhotos(folder)
  console.log(`Converted the photos of the banners, ${Math.round(photoBytes / 1024)} kB`)
}

/**
 * Draws every picture of the demo listings: `npm run demo:draw [-- folder]`. The default folder is `demo/pictures`.
 * Every run produces the same bytes.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { palettes } from './palettes.ts'
import { createPen } from './pen.ts'
import { scenes } from './scenes.ts'
import { mirrored } from './shapes.ts'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../demo/pictures'))
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (name.endsWith('.svg')) rmSync(join(folder, name))

let bytes = 0
let count = 0
for (const [name, scene] of Object.entries(scenes)) {
  scene.lights.forEach((light, index) => {
    const take = index + 1
    const pen = createPen(palettes[light], take, `${name}-${take}`)
    const drawing = scene.draw(pen)
    const content = take % 2 === 0 ? mirrored(drawing) : drawing
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">' +
      `<defs>${pen.defs()}<clipPath id="edge"><path d="M0 0H1200V800H0Z"/></clipPath></defs>` +
      `<g clip-path="url(#edge)" stroke-linecap="round" stroke-linejoin="round">${content}</g></svg>\n`
    writeFileSync(join(folder, `${name}-${take}.svg`), svg)
    bytes += Buffer.byteLength(svg)
    count += 1
  })
}
console.log(
  `Drew ${count} pictures of ${Object.keys(scenes).length} scenes, ${Math.round(bytes / 1024)} kB, in ${folder}`,
)

/** Draws every picture of the demo listings: `node demo/draw-pictures.ts`. The same bytes every run. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { palettes } from './drawing/palettes.ts'
import { createPen } from './drawing/pen.ts'
import { scenes } from './drawing/scenes.ts'
import { mirrored } from './drawing/shapes.ts'

const folder = new URL('./pictures/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (name.endsWith('.svg')) rmSync(new URL(name, folder))

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
    writeFileSync(new URL(`${name}-${take}.svg`, folder), svg)
    bytes += Buffer.byteLength(svg)
    count += 1
  })
}
console.log(`${count} pictures of ${Object.keys(scenes).length} scenes, ${Math.round(bytes / 1024)} kB`)

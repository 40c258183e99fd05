// Makes the font files in src/web/ui/fonts from the ranges in its nunito.css: only the characters and weights that pages use,
// which halves what every visitor downloads. Run `node scripts/subset-fonts.mjs` after changing a range.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const folder = new URL('../src/web/ui/fonts/', import.meta.url)
const css = await readFile(new URL('nunito.css', folder), 'utf8')
const faces = css.matchAll(
  /font-weight: (\d+) (\d+);[^}]*url\("\.\/nunito-([\w-]+)\.woff2"\)[^}]*unicode-range:([^;]+);/g,
)

for (const [, min, max, subset, ranges] of faces) {
  const source = import.meta.resolve(`@fontsource-variable/nunito/files/nunito-${subset}-wght-normal.woff2`)
  const file = await subsetFont(await readFile(fileURLToPath(source)), charactersIn(ranges), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: Number(min), max: Number(max) } },
  })
  await writeFile(new URL(`nunito-${subset}.woff2`, folder), file)
  console.log(`nunito-${subset}.woff2: ${file.length} bytes`)
}

/** Returns every character of a CSS `unicode-range`. */
function charactersIn(ranges) {
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .flatMap(([, first, last = first]) => {
      const start = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index)
    })
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join('')
}

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { darkColors, lightColors } from '../shared/colors.ts'

const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')

/** Returns the custom properties of each `:root` block, in order. */
const rootBlocks = (css: string): Record<string, string>[] =>
  [...css.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, block = '']) =>
    Object.fromEntries(
      [...block.matchAll(/--([\w-]+):\s*([^;]+?)\s*(?=;|$)/g)].map(([, name, value]) => [name, value]),
    ),
  )

/** `--shade` has no alpha of its own, so style.css writes its channels: `60 40 20`. */
const toChannels = (hex: string) =>
  hex
    .slice(1)
    .match(/../g)
    ?.map((channel) => Number.parseInt(channel, 16))
    .join(' ')
const toCustomProperties = (colors: typeof lightColors) => ({ ...colors, shade: toChannels(colors.shade) })

test('style.css defines exactly the colors of shared/colors.ts', async () => {
  const [light, dark] = rootBlocks(await read('style.css'))
  expect(light).toEqual(toCustomProperties(lightColors))
  expect(dark).toEqual(toCustomProperties(darkColors))
})

test('the icon uses the same light colors', async () => {
  const used = (await read('public/icon.svg')).match(/#[\da-f]{6}/g) ?? []
  expect(new Set(used)).toEqual(new Set([lightColors.accent, lightColors['drawn-paper'], lightColors.drawn]))
})

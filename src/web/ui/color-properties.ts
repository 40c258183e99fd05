/** Defines the colors of the site as custom properties, such as `--ink`: a plugin of Tailwind, which style.css loads. */
import plugin from 'tailwindcss/plugin'
import { darkColors, lightColors } from '../../shared/colors.ts'

/** `--shade` has no alpha of its own, so it is written as channels: `60 40 20`. */
const toChannels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(' ')

const propertiesOf = (colors: typeof lightColors): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...colors, shade: toChannels(colors.shade) }).map(([name, value]) => [
      `--${name}`,
      value,
    ]),
  )

export default plugin(({ addBase }) => {
  addBase({
    ':root': { 'color-scheme': 'light', ...propertiesOf(lightColors) },
    '@media screen and (prefers-color-scheme: dark)': {
      ':root': { 'color-scheme': 'dark', ...propertiesOf(darkColors) },
    },
  })
})

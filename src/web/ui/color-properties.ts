/** Defines the colors of the site as custom properties, such as `--ink`: a plugin of Tailwind, which style.css loads. */
import plugin from 'tailwindcss/plugin'
import { type ColorName, type Colors, colorValue, darkColors, lightColors } from '../../shared/colors.ts'

const propertiesOf = (colors: Colors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(colors).map(([name, value]) => [`--${name}`, colorValue(name as ColorName, value)]),
  )

export default plugin(({ addBase }) => {
  addBase({
    ':root': { 'color-scheme': 'light', ...propertiesOf(lightColors) },
    '@media screen and (prefers-color-scheme: dark)': {
      ':root': { 'color-scheme': 'dark', ...propertiesOf(darkColors) },
    },
  })
})

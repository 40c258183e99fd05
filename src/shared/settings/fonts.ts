/** The typefaces that are part of the program, by the names of their packages; see `modules/look/fonts.ts`. */
import { msg } from '../translate.ts'

export const bundledFonts = {
  nunito: 'Nunito',
  inter: 'Inter',
  'source-serif-4': 'Source Serif',
  'atkinson-hyperlegible-next': 'Atkinson Hyperlegible',
}
export const systemFont = { system: msg('The fonts of the device') }

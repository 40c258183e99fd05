/** The typefaces of pages: those of the packages of Fontsource, and WOFF2 files that an admin uploaded. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { bundledFonts } from '../../../shared/settings/fonts.ts'
import { isSiteFile, siteFileUrl } from '../../../shared/site-files.ts'

export const fontsPath = '/look-fonts/'

const packageUrl = (name: string, path: string) =>
  import.meta.resolve(`@fontsource-variable/${name}/package.json`).replace(/package\.json$/, path)

/** Returns the rules that define `family`; empty for the fonts of the device. */
export function fontFaces(font: string, family: string): string {
  if (isSiteFile(font, 'font'))
    return `@font-face{font-family:"${family}";font-weight:100 900;font-display:swap;src:url("${siteFileUrl(font)}") format("woff2")}`
  if (!Object.hasOwn(bundledFonts, font)) return ''
  return readFileSync(new URL(packageUrl(font, 'index.css')), 'utf8')
    .replace(/font-family: '[^']+'/g, `font-family:"${family}"`)
    .replaceAll('url(./files/', `url(${fontsPath}`)
    .replace(/\/\*.*?\*\/|\n\s*/g, '')
}

/** What a typeface is followed by, for letters that it lacks, and until it is loaded. */
export const fallbackOf = (font: string): string | null =>
  font === 'source-serif-4' ? 'Georgia,"Times New Roman",serif' : null

/** Returns a file of a package by its name; null if no package has it. */
export async function readBundledFont(fileName: string): Promise<Buffer | null> {
  const name = Object.keys(bundledFonts).find((name) => fileName.startsWith(`${name}-`))
  if (!name || !/^[a-z0-9-]+-wght-normal\.woff2$/.test(fileName)) return null
  return readFile(new URL(packageUrl(name, `files/${fileName}`))).catch(() => null)
}

const headerBytes = 48

/** Returns whether a file begins like WOFF2, and has the length that it says. Browsers check the rest before they use a font. */
export function isWoff2(file: Buffer): boolean {
  return (
    file.length > headerBytes &&
    file.toString('latin1', 0, 4) === 'wOF2' &&
    file.readUInt32BE(8) === file.length &&
    file.readUInt16BE(12) > 0 &&
    file.readUInt32BE(20) < file.length
  )
}

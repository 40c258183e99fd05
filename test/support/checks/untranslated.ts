/**
 * Finds what a site shows in English to readers of another language. The test site has a language whose catalog puts every sentence and name
 * into brackets, and whose own data, such as dates, is not in Latin letters. What people wrote is in Greek. So every other text with
 * Latin letters was not translated.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultSettings } from '../../../src/shared/settings/table.ts'

/** `where` is a screen or a file, and the part of it. */
export type ShownText = { text: string; where: string }

/** What has no other name in any language, such as the tags of the test site’s languages. */
const allowed =
  /\b(?:ar-XB, en|Google Calendar|Outlook|Nunito|Inter|Source Serif|Atkinson Hyperlegible|Facebook|Instagram|Google|WhatsApp|Telegram|Bluesky|Mastodon|OpenStreetMap|GitHub|Prometheus|PostgreSQL|Stripe|JavaScript|Markdown|Corkboard|Board|RSS|Atom|iCal|ICS|QR|PDF|CSV|JSON|HTML|CSS|SVG|PNG|JPEG|JPG|WebP|AVIF|HEIC|GIF|WOFF2|URL|SMTP|API|VAPID|UTC|USD|EUR|CAD|US|ID|OK|MB|kB|KB|km|mi)\b/g
/** Addresses, and what is typed or copied as it is. */
const addresses =
  /\b[a-z]+:\/\/\S+|\blocalhost\b|\S+@\S+|(?<![\p{L}\p{N}])\/[\w/{}?=&.:-]+|\b[\w-]+(?:\.[\w-]+)+\b|[\w-]+=\S+|#[0-9a-f]{6}\b|\b[A-Z]\w+\/\w[\w /]*/giu

const cities: ReadonlySet<string> = new Set(
  (
    JSON.parse(readFileSync(new URL('../../../catalog/places.json', import.meta.url), 'utf8')) as {
      states: { cities: { name: string }[] }[]
    }[]
  ).flatMap(({ states }) => states.flatMap((state) => state.cities.map(({ name }) => name))),
)

/** Returns the parts of a text with Latin letters that are outside of brackets. A text that was cut may lack the last bracket. */
export function untranslatedIn(text: string): string[] {
  let [depth, outside] = [0, '']
  for (const character of text) {
    if (character === '[') depth += 1
    if (depth === 0) outside += character
    else if (character === ']') {
      depth -= 1
      outside += '\n'
    }
  }
  return outside
    .replace(addresses, '\n')
    .replace(allowed, '\n')
    .split(/[^\p{Script=Latin}\p{M}\d\s'’,.:;!?%()&/“”"$+–-]+|\n|[“”"]/u)
    .map((part) => part.replace(/^[\P{L}]+|[^\p{L}.!?)]+$/gu, '').replace(/\s+/g, ' '))
    .filter((part) => /\p{L}{2}/u.test(part) && !part.split(', ').every((name) => cities.has(name)))
}

/** Between two elements of a line. No text has it. */
const boundary = '\ue000'
const attributes =
  /\s(aria-label|aria-description|aria-valuetext|aria-roledescription|title|alt|placeholder|label)="([^"]*)"/g
const inline = new Set(
  'a abbr b bdi br button code em i img input kbd mark q small span strong sub sup time u wbr svg use path'.split(
    ' ',
  ),
)
/** What is not shown, or is what an operator copies. */
const hidden = new Set(['script', 'style', 'code', 'pre', 'textarea', 'template'])

/** Returns the texts of a page as the server has written it, also those for screen readers and search engines. */
export function textsOfPage(document: string): ShownText[] {
  // React writes them between the texts of one element.
  const html = document.replace(/<!--.*?-->|<!doctype html>/gis, '')
  const texts: ShownText[] = []
  const add = (text: string, where: string) => text.trim() && texts.push({ text: decode(text), where })
  const language = /<html lang="([^"]+)"/.exec(html)?.[1]
  for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs))
    for (const text of stringsIn(JSON.parse(json))) add(text, 'JSON-LD')
  let [block, skipped] = ['', [] as string[]]
  const endBlock = () => {
    add(block, 'text')
    block = ''
  }
  for (const [token, closing, tag = '', rest = '', selfClosing] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*?)?)(\/?)>|[^<]+/gi,
  )) {
    const last = skipped.at(-1)
    if (!token.startsWith('<')) {
      if (!last) block += token
      continue
    }
    if (last) {
      if (tag === last) closing ? skipped.pop() : skipped.push(tag)
      continue
    }
    // A sentence can go on in a link, and two links are two texts.
    if (inline.has(tag)) block += boundary
    else endBlock()
    if (closing) continue
    // A text in another language than the page is what someone wrote, or the name of that language.
    const other = /\slang="([^"]+)"/.exec(rest)?.[1]
    const isVoid =
      selfClosing === '/' || ['input', 'img', 'br', 'meta', 'link', 'wbr', 'hr', 'source'].includes(tag)
    if (!isVoid && (hidden.has(tag) || (tag !== 'html' && other && other !== language))) skipped = [tag]
    for (const [, name = '', value = ''] of rest.matchAll(attributes)) add(value, name)
    if (tag === 'meta' && /(?:description|title|alt|site_name)"/.test(rest))
      add(/content="([^"]*)"/.exec(rest)?.[1] ?? '', 'meta')
    if (tag === 'input' && /type="(?:submit|button)"/.test(rest))
      add(/value="([^"]*)"/.exec(rest)?.[1] ?? '', 'value')
  }
  endBlock()
  return texts
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  nbsp: ' ',
}
const decode = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** Keys, and values that programs compare. */
const identities = new Set([
  '@context',
  '@type',
  '@id',
  'url',
  'image',
  'availability',
  'priceCurrency',
  'unitText',
  'eventStatus',
  'inLanguage',
  'target',
  'query-input',
  'propertyID',
  'unitCode',
  'item',
  'eventAttendanceMode',
  'startDate',
  'endDate',
  'validFrom',
  'contentUrl',
])

function stringsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return identities.has(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => stringsIn(part, Array.isArray(value) ? key : name))
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Longer texts have a file for each language, and in others than those are in English. The setup and the settings show the tagline as it is stored. */
const texts = globSync('texts/en/**/*.md', { cwd: root })
  .map((file) => readFileSync(`${root}${file}`, 'utf8'))
  .concat(defaultSettings.tagline)
  .flatMap((text) => [plain(text), plain(text.replace(/\{\w+\}/g, ' '))])
  .join('\n')
const showTexts =
  /^email|tab=(?:texts|settings)|\/(?:about|privacy|terms|imprint|board-suggestions|[\w-]*safety-guide)\b|of \/(?:setup\S*)? as/

function plain(text: string): string {
  return text
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const isInTexts = (part: string, where: string): boolean =>
  showTexts.test(where) &&
  // A number may stand in the place of a variable, such as `{offline_ads}`.
  [part, part.replace(/\b\d+\b/g, ' ')].some((text) => texts.includes(plain(text)))

/** Returns one line for each untranslated text, with the file that probably has it and one screen that shows it, sorted by file. */
export function reportUntranslated(shown: readonly ShownText[]): string[] {
  const found = new Map<string, string>()
  for (const { text, where } of shown)
    for (const part of untranslatedIn(text))
      if (!found.has(part) && !isInTexts(part, where)) found.set(part, where)
  if (found.size === 0) return []
  const files = globSync(['src/**/*.{ts,tsx,typ}', 'texts/en/**/*.md'], { cwd: root })
    .filter((file) => !/\.test\./.test(file))
    .map((file) => ({ file, code: readFileSync(`${root}${file}`, 'utf8').replace(/\s+/g, ' ') }))
  const sourceOf = (part: string): string => {
    const words = part.split(' ')
    const quoted = [`'${part}'`, `>${part}<`, `> ${part} <`, `"${part}"`]
    const whole = files.find(({ code }) => quoted.some((literal) => code.includes(literal)))
    if (whole) return whole.file
    for (let count = words.length; count > 0; count -= 1) {
      const start = words.slice(0, count).join(' ')
      const file = files.find(({ code }) => code.includes(start))?.file
      if (file && (count > 1 || words.length === 1)) return file
    }
    return '(data, or made of parts)'
  }
  return [...found].map(([part, where]) => `${sourceOf(part)}: “${part}” (${where})`).sort()
}

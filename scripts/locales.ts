/**
 * npm run locales: finds the sentences of the code, brings the catalogs in `locales/` up to date, and lists what is missing. With `--check`,
 * changes nothing and fails instead (a check of `npm test`). With `--pseudo FOLDER`, writes catalogs for tests, whose texts are longer and
 * have accents on all letters.
 */
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createItem,
  createPoFile,
  extractVariables,
  type IcuNode,
  parseIcu,
  parsePo,
  stringifyPo,
} from 'pofile-ts'
import { problemOf } from '../src/server/platform/language/catalogs.ts'
import { namesOfField } from '../src/shared/listing-fields/field.ts'
import { shippedFields } from '../src/shared/listing-fields/shipped.ts'
import { topicSets } from '../src/shared/topics/sets.ts'
import { sentencesIn } from './messages-plugin.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'locales')
const pseudoLanguages = ['en-XA', 'ar-XB']

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Returns the names that ship as data, with their files, and the reasons of a new site. Of divisions, those of the two countries of a new site, and those that other languages name. */
function shippedNames(): [name: string, file: string][] {
  const divisions = new Map(
    read('catalog/divisions.txt')
      .split('\n')
      .map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]),
  )
  const named = [...read('catalog/local-names.txt').matchAll(/^([A-Z]{2}\.\w+) = /gm)].map(
    ([, code]) => divisions.get(code) ?? '',
  )
  const places: { states: { name: string }[] }[] = JSON.parse(read('catalog/places.json'))
  const sets = Object.values(topicSets).flatMap(({ file }) => {
    const topics: { name: string; subcategories: string[] }[] = file
      ? JSON.parse(read(`catalog/${file}`))
      : []
    return topics
      .flatMap(({ name, subcategories }) => [name, ...subcategories])
      .map((name): [string, string] => [name, `catalog/${file}`])
  })
  return [
    ...sets,
    ...shippedFields
      .flatMap(namesOfField)
      .map((name): [string, string] => [name, 'src/shared/listing-fields/shipped.ts']),
    ...places
      .flatMap(({ states }) => states)
      .map(({ name }): [string, string] => [name, 'catalog/places.json']),
    ...read('catalog/removal-reasons.txt')
      .trim()
      .split('\n')
      .map((name): [string, string] => [name, 'catalog/removal-reasons.txt']),
    ...named.map((name): [string, string] => [name, 'catalog/local-names.txt']),
  ]
}

/** Returns the files of each sentence and name. Pushes what is wrong with a sentence to `problems`. */
function collect(problems: string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (text: string, file: string) => found.set(text, (found.get(text) ?? new Set()).add(file))
  for (const [name, file] of shippedNames()) add(name, file)
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root }).sort()) {
    if (/\.test\.tsx?$/.test(file)) continue
    const code = read(file)
    if (!code.includes('translate.ts') && !code.includes('rich.tsx')) continue
    for (const { text, values, call } of sentencesIn(file, code)) {
      const problem =
        problemOf(text, text) ?? (call.name === 'msg' ? null : missingValues(text, values ?? []))
      if (problem) problems.push(`${file}: “${text}”: ${problem}`)
      add(text, file)
    }
  }
  return found
}

function missingValues(text: string, values: readonly string[]): string | null {
  const names = extractVariables(text)
  const missing = names.filter((name) => !values.includes(name))
  const extra = values.filter((name) => !names.includes(name))
  if (missing.length > 0) return `no value for ${missing.join(', ')}`
  return extra.length > 0 ? `${extra.join(', ')} is not in the sentence` : null
}

/** Returns a catalog with exactly these sentences, in their alphabetical order, and reports what is missing or wrong. */
function update(name: string, sentences: Map<string, Set<string>>, problems: string[]) {
  const before = readFileSync(join(folder, name), 'utf8')
  const old = parsePo(before)
  const known = new Map(old.items.filter(({ obsolete }) => !obsolete).map((item) => [item.msgid, item]))
  const po = createPoFile()
  po.headers = old.headers
  po.headerOrder = old.headerOrder
  po.comments = old.comments
  for (const [msgid, files] of [...sentences].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const item = known.get(msgid) ?? createItem()
    item.msgid = msgid
    item.references = [...files].sort()
    const [translation = ''] = item.msgstr
    const problem = translation === '' ? 'missing' : problemOf(msgid, translation)
    if (problem) problems.push(`locales/${name}: “${msgid}”: ${problem}`)
    po.items.push(item)
  }
  for (const msgid of known.keys())
    if (!sentences.has(msgid)) problems.push(`locales/${name}: “${msgid}” is not used`)
  return { before, after: `${stringifyPo(po, { foldLength: 0 }).trimEnd()}\n` }
}

const accents = new Map(
  [...'aàeéiîoöuûcçnñsšyýzžAÀEÉIÎOÖUÛCÇNÑSŠYÝZŽ'].flatMap((letter, index, all) =>
    index % 2 === 0 ? [[letter, all[index + 1] ?? letter] as const] : [],
  ),
)

/** Returns a text that is a third longer, in brackets that show where it is cut or joined to others. */
function pseudo(nodes: readonly IcuNode[], isWhole = true): string {
  const text = nodes.map(pseudoNode).join('')
  return isWhole ? `[${text}${' ~'.repeat(Math.ceil(text.length / 6))}]` : text
}

function pseudoNode(node: IcuNode): string {
  if (node.type === 'literal')
    return node.value.replace(/[{}]/g, "'$&'").replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter)
  if (node.type === 'pound') return '#'
  if (node.type === 'tag') return `<${node.value}>${pseudo(node.children, false)}</${node.value}>`
  if (node.type !== 'select' && node.type !== 'plural') return `{${node.value}}`
  const type = node.type === 'select' ? 'select' : node.pluralType === 'ordinal' ? 'selectordinal' : 'plural'
  const cases = Object.entries(node.options).map(([key, { value }]) => `${key} {${pseudo(value, false)}}`)
  return `{${node.value}, ${type}, ${cases.join(' ')}}`
}

function writePseudo(target: string, sentences: Iterable<string>) {
  mkdirSync(target, { recursive: true })
  const po = createPoFile()
  for (const msgid of sentences) {
    const item = createItem()
    item.msgid = msgid
    item.msgstr = [pseudo(parseIcu(msgid).ast ?? [])]
    po.items.push(item)
  }
  for (const language of pseudoLanguages) writeFileSync(join(target, `${language}.po`), stringifyPo(po))
}

const [option, target] = process.argv.slice(2)
const problems: string[] = []
const sentences = collect(problems)
if (option === '--pseudo' && target) {
  writePseudo(target, sentences.keys())
} else {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.po'))) {
    const { before, after } = update(name, sentences, problems)
    if (after === before) continue
    if (option === '--check') problems.push(`locales/${name} is not up to date: run \`npm run locales\``)
    else writeFileSync(join(folder, name), after)
  }
  console.log(`${sentences.size} sentences. ${problems.length === 0 ? 'All catalogs are complete.' : ''}`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 && option === '--check' ? 1 : 0

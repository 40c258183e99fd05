/** The translations of the site's sentences: those that ship in `locales/`, and the operator's own in the data folder. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { compareVariables, type IcuNode, parseIcu, parsePo } from 'pofile-ts'
import { languagePart, sourceLanguage } from '../../../shared/language.ts'
import type { CompiledMessage } from '../../../shared/translate.ts'

const shippedFolder = new URL('../../../../locales/', import.meta.url)

/** Returns a sentence as `t` writes it. Throws if it is not valid ICU. */
export function compileMessage(message: string): CompiledMessage {
  const { success, ast, errors } = parseIcu(message)
  if (!success) throw new Error(errors[0]?.message ?? 'ICU syntax error')
  return compileNodes(ast)
}

type Token = Exclude<CompiledMessage, string>[number]

function compileNodes(nodes: readonly IcuNode[]): CompiledMessage {
  const tokens = nodes.map(compileNode)
  return tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens
}

function compileNode(node: IcuNode): Token {
  if (node.type === 'literal') return node.value
  if (node.type === 'pound') return 0
  if (node.type === 'argument') return [node.value]
  if (node.type === 'tag') return [node.value, 'tag', compileNodes(node.children)]
  if (node.type === 'select' || node.type === 'plural') {
    const cases = Object.entries(node.options).map(([key, { value }]) => [key, compileNodes(value)])
    return [node.value, node.type === 'select' ? 'select' : node.pluralType, Object.fromEntries(cases)]
  }
  throw new Error(`Pass ${node.value} as a text: the site has formats of its own for dates and numbers.`)
}

/** Translations by their English sentences. */
type Translations = ReadonlyMap<string, string>

/** Reads a catalog in the format of gettext. What it has no words for is missing. */
const parseCatalog = (text: string): Translations =>
  new Map(
    parsePo(text).items.flatMap(({ msgid, msgstr: [translation], obsolete }) =>
      translation && !obsolete ? [[msgid, translation] as const] : [],
    ),
  )

const namesIn = (folder: URL): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The languages that ship, that of the code first. */
export const shippedLanguages: readonly string[] = [
  sourceLanguage,
  ...namesIn(shippedFolder).map((name) => name.replace(/\.po$/, '')),
]

export type Catalogs = ReturnType<typeof openCatalogs>

/**
 * Returns the catalogs of both folders, of which those of `ownFolder` win, and that of a region wins over that of its language. A language
 * is read when it is first written. A translation that cannot be used is reported, and its sentence is written in English.
 */
export function openCatalogs(ownFolder: URL | null, report: (problem: string) => void = () => {}) {
  const read = new Map<string, ReturnType<typeof readLanguage>>()

  function readLanguage(language: string) {
    const names = [...new Set([languagePart(language), language])].map((tag) => `${tag}.po`)
    const texts = [shippedFolder, ...(ownFolder ? [ownFolder] : [])].flatMap((folder) => {
      const found = namesIn(folder)
      return names.flatMap((name) =>
        found.includes(name) ? readFileSync(new URL(name, folder), 'utf8') : [],
      )
    })
    return {
      texts: new Map(texts.flatMap((text) => [...parseCatalog(text)])),
      compiled: new Map<string, CompiledMessage>(),
      version: createHash('sha1').update(texts.join()).digest('base64url').slice(0, 8),
    }
  }

  function catalogOf(language: string) {
    const known = read.get(language)
    if (known) return known
    const catalog = readLanguage(language)
    read.set(language, catalog)
    return catalog
  }

  function translate(language: string, message: string): CompiledMessage {
    const { texts, compiled } = catalogOf(language)
    const known = compiled.get(message)
    if (known !== undefined) return known
    const found = compileEither(texts.get(message), message, report)
    compiled.set(message, found)
    return found
  }

  return {
    translate,

    /** Returns what a language calls something; undefined if its catalogs do not have it. Names need not be valid ICU. */
    nameOf(language: string, name: string): string | undefined {
      const found = catalogOf(language).texts.has(name) ? translate(language, name) : undefined
      return typeof found === 'string' ? found : undefined
    },

    /** Returns a name for the texts of a language, for URLs; null if there are none but those of the code. */
    versionOf(language: string): string | null {
      const { texts, version } = catalogOf(language)
      return texts.size === 0 ? null : `${language}-${version}`
    },
  }
}

function compileEither(
  translation: string | undefined,
  message: string,
  report: (problem: string) => void,
): CompiledMessage {
  const problem = translation === undefined ? null : problemOf(message, translation)
  if (problem !== null) report(`The translation “${translation}” cannot be used: ${problem}`)
  return compileMessage(problem === null ? (translation ?? message) : message)
}

/** Returns what is wrong with a translation. Scripts can only have one with the variables and tags of its sentence. */
export function problemOf(sentence: string, translation: string): string | null {
  try {
    compileMessage(translation)
  } catch (error) {
    return (error as Error).message
  }
  const { isMatch, missing, extra } = compareVariables(sentence, translation)
  if (!isMatch) return `other variables: ${[...missing, ...extra].join(', ')}`
  return tagsIn(sentence) === tagsIn(translation) ? null : 'other tags'
}

const tagsIn = (text: string) =>
  [...text.matchAll(/<(\w+)>/g)]
    .map(([, tag]) => tag)
    .sort()
    .join()

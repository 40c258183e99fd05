/** What the dashboard shows of the texts. */
import { diffLines } from 'diff'
import type { DiffLines, EditedText, ListedText, TextPage } from '../../../shared/contract/texts.ts'
import { notFound } from '../../../shared/errors.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { isTextKey, sampleOf, textEntryOf, textKeys, variablesOf } from '../../../shared/texts/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import { defaultTextOf } from './default-texts.ts'
import { element, renderPage, type TextSource } from './page-text.ts'
import { readTexts, readVersions, sourceOf, type TextVersion, toMarkdown } from './service.ts'

export async function listTexts({ kysely }: Database, slug: string, search: string): Promise<ListedText[]> {
  const stored = await readTexts(kysely)
  const own = [...stored.values()].filter(({ key, title }) => !isTextKey(key) && title !== null)
  const words = search.toLowerCase().split(/\s+/)
  return [...textKeys, ...own.map(({ key }) => key)].flatMap((key) => {
    const source = sourceOf(key, stored.get(key))
    if (!source) return []
    const listed = toListed(key, source, stored.get(key), slug)
    const text = [key, listed.label, listed.path, toMarkdown(source)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word)) ? [listed] : []
  })
}

function toListed(
  key: string,
  source: TextSource,
  stored: TextVersion | undefined,
  slug: string,
): ListedText {
  const { label, group, path } = textEntryOf(key)
  const ownPath = stored?.placement ? publicPaths.ownPage(stored.placement.address) : null
  const isChanged = stored !== undefined && stored.title !== null
  return {
    key,
    label: label ? t(label) : source.title,
    group,
    title: source.title,
    path: path?.replace(':slug', slug) ?? ownPath,
    isChanged: isChanged && isTextKey(key),
    isEmpty: source.body === '',
    hasUpdate: isChanged && offeredFor(key, stored) !== null,
  }
}

/** Returns the site's own text if it has changed since an admin changed or kept this one. */
function offeredFor(key: string, stored: TextVersion | undefined): TextSource | null {
  const own = defaultTextOf(key)
  return own && stored && stored.title !== null && stored.base !== toMarkdown(own) ? own : null
}

/** Throws `not_found` for a page that an admin removed, unless its versions are asked for. */
export async function findText(
  { kysely }: Database,
  slug: string,
  key: string,
  shown?: number,
): Promise<EditedText> {
  const versions = await readVersions(kysely, key)
  const [stored] = versions
  const source = isTextKey(key) || stored ? sourceOf(key, stored) : null
  if (!source) throw notFound('text')
  const offered = offeredFor(key, stored)
  const { required } = textEntryOf(key)
  const textOf = (version: TextVersion | undefined): string => {
    const text = sourceOf(key, version)
    return text ? toMarkdown(text) : ''
  }
  const at = versions.findIndex(({ version }) => version === shown)
  return {
    ...toListed(key, source, stored, slug),
    source,
    placement: stored?.placement ?? null,
    version: stored?.version ?? 0,
    variables: Object.entries(variablesOf(key)).map(([name, { help }]) => ({
      name,
      help: t(help),
      required: required.includes(name),
    })),
    versions: versions.map(({ version, title, changedAt }) => ({
      version,
      kind: title !== null ? 'text' : isTextKey(key) ? 'default' : 'removed',
      changedAt,
    })),
    update: offered && diff(toMarkdown(source), toMarkdown(offered)),
    shown:
      shown !== undefined && at >= 0
        ? { version: shown, diff: diff(textOf(versions[at + 1]), textOf(versions[at])) }
        : null,
    preview: previewOf(key, source),
  }
}

/** Returns a page, or an email as a page, with samples of its variables. */
export function previewOf(key: string, source: TextSource): TextPage {
  const values = Object.entries(variablesOf(key)).map(([name, variable]) => [
    name,
    sampleOf(variable) || element,
  ])
  return renderPage(source, Object.fromEntries(values))
}

/** Lines around a difference that stay. */
const context = 1
/** Texts without a line in common take longest. */
const maxDiffMs = 300

/** Returns the lines that differ, with those around them. */
function diff(before: string, after: string): DiffLines {
  // Without the empty lines between paragraphs, which are all alike.
  const [from, to] = [before, after].map((text) => text.replace(/\n{2,}/g, '\n'))
  const changes = diffLines(`${from}\n`, `${to}\n`, { timeout: maxDiffMs }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ]
  const lines = changes.flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ sign: added ? '+' : removed ? '-' : ' ', text }) as const),
  )
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ sign }) => sign !== ' '),
  )
  return lines.flatMap((line, at): DiffLines => {
    if (isNear[at]) return line.text === '' && line.sign === ' ' ? [] : [line]
    return isNear[at - 1] ? [{ sign: '…', text: '' }] : []
  })
}

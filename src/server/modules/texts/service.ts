/** The texts of the site as this process knows them, of which the database has only those that admins have changed. */

import { sql } from 'kysely'
import type { Placement, TextPage } from '../../../shared/contract/texts.ts'
import { dayIn } from '../../../shared/days.ts'
import { formatDay } from '../../../shared/format.ts'
import { languagePart, readerLanguage, sourceLanguage } from '../../../shared/language.ts'
import { maxCachedListings, maxRecentSearches } from '../../../shared/limits.ts'
import type { NamesByLanguage } from '../../../shared/own-names.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { SiteSettings } from '../../../shared/settings/table.ts'
import type { EmailKey } from '../../../shared/texts/emails.ts'
import type { PagePlace } from '../../../shared/texts/form.ts'
import { type TextKey, textEntryOf, textKeys } from '../../../shared/texts/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import type { Settings } from '../settings/service.ts'
import { defaultEmailOf, defaultTextOf, translatedTextOf } from './default-texts.ts'
import { type EmailValues, writeEmail } from './email-text.ts'
import { fill, type Values } from './markdown.ts'
import { element, renderPage, type TextSource } from './page-text.ts'

/** A version of a text. `title` is null for the site's own text, or for no page. */
export type TextVersion = Omit<TextSource, 'title'> & {
  key: string
  version: number
  title: string | null
  placement: Placement | null
  base: string
  changedAt: string
}

type VersionRow = Omit<TextVersion, 'placement'> & {
  address: string | null
  place: PagePlace
  position: number
  names: NamesByLanguage
}

const toVersion = ({ address, place, position, names, ...row }: VersionRow): TextVersion => ({
  ...row,
  placement: address === null ? null : { address, place, position, names },
})

const columns = sql`key, version, title, subtitle, body, address, place, position, names, base, changed_at as "changedAt"`

/** Reads the newest version of each text that has any. */
export async function readTexts(connection: Connection): Promise<Map<string, TextVersion>> {
  const { rows } = await sql<VersionRow>`
    select distinct on (key) ${columns} from text_version order by key, version desc`.execute(connection)
  return new Map(rows.map((row) => [row.key, toVersion(row)]))
}

/** Reads the versions of a text, newest first. */
export async function readVersions(connection: Connection, key: string): Promise<TextVersion[]> {
  const { rows } = await sql<VersionRow>`
    select ${columns} from text_version where key = ${key} order by version desc`.execute(connection)
  return rows.map(toVersion)
}

/** Returns the text that is shown; null for a page that an admin has removed. */
export const sourceOf = (key: string, stored: TextVersion | undefined): TextSource | null =>
  stored?.title == null
    ? defaultTextOf(key)
    : { title: stored.title, subtitle: stored.subtitle, body: stored.body }

/** Writes a text as the file of one is written. */
export const toMarkdown = ({ title, subtitle, body }: TextSource): string =>
  [`# ${title}`, subtitle && `> ${subtitle}`, body].filter(Boolean).join('\n\n')

/** Returns the subject and the text of an email. */
export type WriteEmail = (key: EmailKey, values: EmailValues) => EmailContent

/** Writes an email in the site's own words, whatever admins have changed. */
export const writeOwnEmail: WriteEmail = (key, values) => writeEmail(defaultEmailOf(key), values)

type Titled = { title?: string | null } | null

/** Returns the name of a text in the log: that of the table, or the title of a page. */
export function nameInLog(key: string, before: unknown, after: unknown): string {
  const { label } = textEntryOf(key)
  return label ? t(label) : (after as Titled)?.title || (before as Titled)?.title || key
}

export type PageLink = { label: string; to: string }
export type PageLinks = { header: PageLink[]; footer: PageLink[] }

export type Texts = Awaited<ReturnType<typeof openTexts>>

/** Reads the texts, and again whenever the settings say that the site has changed. */
export async function openTexts({ database, settings }: { database: Database; settings: Settings }) {
  let stored = new Map<string, TextVersion>()
  /** What has been rendered since the last change. */
  let rendered = new Map<string, TextPage>()
  let links = new Map<string, PageLinks>()
  await settings.follow(async () => {
    const read = await readTexts(database.kysely)
    return () => {
      stored = read
      rendered = new Map()
      links = new Map()
    }
  })

  const ownPages = () =>
    [...stored.values()]
      .flatMap(({ key, title, placement }) =>
        title !== null && placement ? [{ key, title, placement }] : [],
      )
      .toSorted((one, other) => one.placement.position - other.placement.position)

  /** What admins have written is the same in all languages, but the titles of their pages. */
  const shownTextOf = (key: string): TextSource | null =>
    stored.get(key)?.title == null ? translatedTextOf(key) : sourceOf(key, stored.get(key))

  function pageOf(key: string): TextPage | null {
    const source = shownTextOf(key)
    if (!source) return null
    const site = settings.current()
    const title = localTitle(stored.get(key)?.placement, source.title)
    const page = renderPage({ ...source, title }, valuesOf(key, site, stored.get(key)))
    const { description } = textEntryOf(key)
    return stored.get(key)?.title == null && description
      ? { ...page, description: t(description, { site: site.name }) }
      : page
  }

  function page(key: string): TextPage | null {
    const name = `${readerLanguage()} ${key}`
    const known = rendered.get(name) ?? pageOf(key)
    if (known) rendered.set(name, known)
    return known
  }

  /** Returns the key of the text at an address, without the slash. */
  const keyAt = (address: string): string | null =>
    textKeys.find((key) => key === address && textEntryOf(key).group !== 'emails') ??
    ownPages().find(({ placement }) => placement.address === address)?.key ??
    null

  /** Returns the links of a menu to pages that not every site has. */
  function linksIn(place: PagePlace): PageLink[] {
    const legal = place === 'footer' ? optionalPages.filter((key) => !isEmpty(page(key))) : []
    const own = ownPages().filter(({ placement }) => placement.place === place)
    return [
      ...legal.map((key) => ({ label: page(key)?.title ?? '', to: publicPaths.ownPage(key) })),
      ...own.map(({ title, placement }) => ({
        label: fill(localTitle(placement, title), commonValues(settings.current())),
        to: publicPaths.ownPage(placement.address),
      })),
    ]
  }

  return {
    /** Returns a page by its address, such as `about`; null if there is none, or if it has no text. */
    pageAt(address: string): TextPage | null {
      const key = keyAt(address)
      const found = key === null ? null : page(key)
      return found && !(key && isOptional(key) && isEmpty(found)) ? found : null
    },
    /** Whether a text is somewhere on the site: some pages need something to say. */
    isShown: (key: string): boolean => !isOptional(key) || !isEmpty(page(key)),
    writeEmail: ((key, values) =>
      writeEmail(shownTextOf(key) ?? defaultEmailOf(key), values)) satisfies WriteEmail,
    links(): PageLinks {
      const language = readerLanguage()
      const known = links.get(language) ?? { header: linksIn('header'), footer: linksIn('footer') }
      links.set(language, known)
      return known
    },
    /** Returns the paths of the pages that not every site has, for the sitemap. */
    paths: (): string[] => [
      ...linksIn('footer').map(({ to }) => to),
      ...linksIn('header').map(({ to }) => to),
      ...linksIn('none').map(({ to }) => to),
    ],
  }
}

/** Returns what an own page is called in the reader's language: `fr` is also for `fr-CA`. */
function localTitle(placement: Placement | null | undefined, title: string): string {
  const names = placement?.names ?? {}
  return names[readerLanguage()] ?? names[languagePart(readerLanguage())] ?? title
}

/** Without text, these have no page. */
const optionalPages = ['terms', 'imprint'] satisfies TextKey[]
const isOptional = (key: string) => optionalPages.some((optional) => optional === key)
const isEmpty = (page: TextPage | null) => !page || (page.lead.length === 0 && page.sections.length === 0)

const commonValues = ({ name, contactEmail }: SiteSettings): Values => ({ site: name, contact: contactEmail })

/** Returns the values of the variables of a page. */
function valuesOf(key: string, site: SiteSettings, stored: TextVersion | undefined): Values {
  const day = stored?.title == null ? textEntryOf(key).date : dayIn(site.timeZone, new Date(stored.changedAt))
  return {
    ...commonValues(site),
    tagline: site.tagline,
    operator: site.operator,
    changed: day === undefined ? '' : longDay(day),
    recent_searches: String(maxRecentSearches),
    offline_ads: String(maxCachedListings),
    start_buttons: element,
    stored_data: element,
  }
}

const ordinals: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinalRules = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** Formats `2025-03-22` as `22nd March 2025`; in other languages than English, as other days. */
function longDay(day: string): string {
  if (languagePart(readerLanguage()) !== sourceLanguage) return formatDay(day)
  const date = new Date(`${day}T12:00:00Z`)
  const number = date.getUTCDate()
  const month = date.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })
  return `${number}${ordinals[ordinalRules.select(number)]} ${month} ${date.getUTCFullYear()}`
}

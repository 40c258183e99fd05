/** What an embedded list shows and how it looks, as in the URL. Does not validate the values: the server does. */
import type { EmbedTheme } from '../../shared/embed.ts'
import { defaultEmbeddedEvents, maxPageSize } from '../../shared/limits.ts'
import { parametersOf } from '../../shared/list-filters.ts'
import { listTitle } from '../../shared/list-title.ts'
import { readFieldFilters } from '../../shared/listing-fields/parameters.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { paths } from '../paths.ts'
import { taxonomyNames } from './filters/taxonomy.ts'

const themes: Record<EmbedTheme, Message> = {
  auto: msg('Like the visitor’s device'),
  light: msg('Light'),
  dark: msg('Dark'),
}
export const themeOptions = () => Object.entries(themes).map(([value, label]) => ({ value, label: t(label) }))

/** In pixels. */
export const frameHeight = { min: 200, default: 600, max: 2000 } as const

const filterNames = [...taxonomyNames, ...parametersOf('event'), 'seller']

export type EmbedSettings = ReturnType<typeof readEmbedSettings>

export function readEmbedSettings(query: URLSearchParams) {
  const theme = query.get('theme') ?? ''
  return {
    filters: readFilters(query),
    theme: Object.hasOwn(themes, theme) ? theme : 'auto',
    limit: numberBetween(query.get('limit'), 1, maxPageSize, defaultEmbeddedEvents),
    height: numberBetween(query.get('height'), frameHeight.min, frameHeight.max, frameHeight.default),
  }
}

function readFilters(query: URLSearchParams): Record<string, string> {
  const values = filterNames.flatMap((name) => {
    const value = query.get(name)?.trim()
    return value ? [[name, value]] : []
  })
  return Object.assign(Object.fromEntries(values), readFieldFilters(query))
}

function numberBetween(text: string | null, min: number, max: number, fallback: number): number {
  const number = Number(text || fallback)
  return Number.isInteger(number) ? Math.min(Math.max(number, min), max) : fallback
}

/** Leaves out what is the default. */
export function pathOfFrame({ filters, theme, limit }: EmbedSettings): string {
  return paths.embeddedEvents({
    ...filters,
    limit: limit === defaultEmbeddedEvents ? undefined : limit,
    theme: theme === 'auto' ? undefined : theme,
  })
}

/** Returns the HTML that shows the list on another site. */
export function frameCode(settings: EmbedSettings, site: { name: string; origin: string }): string {
  const title = `${titleOf(settings)} | ${site.name}`
  const attributes = Object.entries({
    src: site.origin + pathOfFrame(settings),
    title,
    width: '100%',
    height: String(settings.height),
    loading: 'lazy',
    style: 'border:0',
  })
  return `<iframe ${attributes.map(([name, value]) => `${name}="${escapeAttribute(value)}"`).join(' ')}></iframe>`
}

export const titleOf = ({ filters }: EmbedSettings): string => listTitle('event', filters)

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

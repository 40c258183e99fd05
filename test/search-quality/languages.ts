/** Reads the ads and labeled queries of languages other than English: `ads.TAG.txt` and `queries.TAG.txt`. */
import { readFile } from 'node:fs/promises'
import categories from '../../catalog/categories.json' with { type: 'json' }
import { createCatalog } from '../../src/server/modules/catalog/service.ts'
import { importListings } from '../../src/server/modules/listings/import/import-listings.ts'
import type { Database } from '../../src/server/platform/database/database.ts'
import { addDays } from '../../src/shared/days.ts'
import { type LabeledQuery, parseQueries } from './queries.ts'

export const languages = ['es', 'fr'] as const
type Language = (typeof languages)[number]

/** The languages of a site with the ads. */
export const siteLanguages = ['en', ...languages]

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

type Ad = { kind: 'service' | 'event'; title: string; line: string }

/** Returns the ads of a language, each as a line of an import. Throws if the file is malformed. */
async function readAds(language: Language, today: string): Promise<Ad[]> {
  const text = await read(`ads.${language}.txt`)
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((content) => {
    const [form = '', subcategory = '', town = '', price, title = '', description] = content.split(' | ')
    const [, kind, inDays] = /^(service|event)(?: (\d+))?$/.exec(form) ?? []
    const category = categories.find(({ subcategories }) => subcategories.includes(subcategory))?.name
    const [city, state] = town.split(', ')
    if (kind !== 'service' && kind !== 'event') throw new Error(`Cannot read "${content}".`)
    const day = addDays(today, Number(inDays ?? 0))
    const line = JSON.stringify({
      kind,
      title,
      description,
      category,
      subcategory,
      price: Number(price),
      country: state === 'Quebec' ? 'Canada' : 'United States',
      state,
      city,
      author: { email: `${language}@example.org` },
      ...(kind === 'event' && { startDate: day, endDate: day }),
    })
    return { kind, title, line }
  })
}

/** Adds the ads of all languages, with the language that is detected. Throws if one is not valid. */
export async function loadAds(database: Database, today: string): Promise<void> {
  const ads = await Promise.all(languages.map((language) => readAds(language, today)))
  await importListings(
    database,
    await createCatalog(database),
    ads.flat().map(({ line }) => line),
    {
      languages: siteLanguages,
      dryRun: false,
      onProgress: () => {},
      onBadLine({ message }) {
        throw new Error(message)
      },
    },
  )
}

export async function readQueriesOf(language: Language, today: string): Promise<LabeledQuery[]> {
  return parseQueries(await read(`queries.${language}.txt`), await readAds(language, today))
}

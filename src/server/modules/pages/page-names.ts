/** What the topics, fields, and places of the site are called, for pages in other languages: their scripts show names, too. */
import { createHash } from 'node:crypto'
import { readerLanguage } from '../../../shared/language.ts'
import { namesOfField } from '../../../shared/listing-fields/field.ts'
import { localName } from '../../../shared/local-names.ts'
import type { Catalog } from '../catalog/service.ts'
import type { ListingFields } from '../listing-fields/service.ts'

export type PageNames = {
  /** Returns the names that differ in the current language; null if none does. */
  current: () => Promise<NamesScript | null>
}
/** The code of a module, and a name for it that changes with every name. */
type NamesScript = { version: string; code: string }

type Options = { catalog: Pick<Catalog, 'derived'>; listingFields: ListingFields }

const noFields: Awaited<ReturnType<ListingFields['all']>> = []

export function createPageNames({ catalog, listingFields }: Options): PageNames {
  const ofCatalog = catalog.derived(function* (snapshot) {
    const { countries, states } = snapshot.places()
    const names = [...snapshot.nodes().topics.values(), ...countries, ...states].map(({ name }) => name)
    yield
    return { names, made: new Map<string, { fields: object; script: NamesScript | null }>() }
  })
  return {
    async current() {
      const language = readerLanguage()
      // Without the database, a page says so in words that need no fields.
      const fields = await listingFields.all().catch(() => noFields)
      const { names, made } = ofCatalog()
      const known = made.get(language)
      if (known?.fields === fields) return known.script
      const script = scriptOf(language, [...names, ...fields.flatMap(namesOfField)])
      made.set(language, { fields, script })
      return script
    },
  }
}

function scriptOf(language: string, names: string[]): NamesScript | null {
  const differing = names.map((name) => [name, localName(name)]).filter(([name, local]) => name !== local)
  if (differing.length === 0) return null
  const code = `export default ${JSON.stringify(Object.fromEntries(differing))}`
  const hash = createHash('sha1').update(code).digest('base64url').slice(0, 8)
  return { version: `${language}-${hash}`, code }
}

import type { AlertFrequency } from '../../shared/contract/saved-searches.ts'
import type { CallInput } from '../../shared/contract.ts'
import { maxNameLength } from '../../shared/limits.ts'
import type { FilterTexts } from '../../shared/list-filters.ts'
import type { Kind } from '../../shared/listing.ts'
import { formatContextOf } from '../../shared/listing-fields/format.ts'
import { localName } from '../../shared/local-names.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { FrequencyField } from '../account/saved-searches/frequency-field.tsx'
import { type Taxonomy, taxonomyNames } from '../browse/filters/taxonomy.ts'
import { keepToPlace } from '../browse/place/keep-to-place.ts'
import { describeFilters, readFilters } from '../browse/query/active-filters.ts'
import { toFieldFilters } from '../browse/query/field-filters.ts'
import { useBackend } from '../framework/api-context.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData, useNavigate } from '../framework/router/hooks.ts'
import { unnamedSeller } from '../listing/details/seller-summary.tsx'
import { loadFields } from '../listing/site-fields.ts'
import { paths } from '../paths.ts'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

export async function loader({ path, query, api, settings }: AuthedLoaderContext) {
  keepToPlace(path)
  const list = readListOfSearch(query)
  const { taxonomy, filters } = list
  const context = formatContextOf({ country: taxonomy.country ?? '' }, settings.currency)
  const { chips } = toFieldFilters({
    fields: await loadFields(api),
    filters,
    rejected: {},
    context,
    facets: [],
  })
  const details = [...describeFilters(filters, settings.currency, null), ...chips].map(({ label }) => label)
  const followed = { seller: query.get('seller') ?? '', venue: query.get('venue') ?? '' }
  const seller = followed.seller && (await api.getSeller({ params: { id: followed.seller } }))
  const who = seller ? (seller.name ?? t(unnamedSeller)) : followed.venue
  const name = seller ? t('Ads of {who}', { who }) : who ? t('Events at {venue}', { venue: who }) : null
  return {
    kind: list.kind,
    filters: Object.entries({ ...taxonomy, ...filters, ...followed }).filter(([, value]) => value),
    who,
    name: name?.slice(0, maxNameLength) ?? nameOfSearch(list, details),
  }
}

/** Where *Notify me about new ads* and *Follow* lead. Visitors sign in first and come back. */
export function Component() {
  const { kind, filters, who, name } = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const navigate = useNavigate()
  // As in the URL: the server validates it.
  const filter = Object.fromEntries(filters) as CallInput<'saveSearch'>['body']['filter']
  return (
    <AccountSheet
      title={who ? t('Follow {who}', { who }) : t('Notify me about new ads')}
      intro={
        who
          ? t('We’ll email you when there is a new ad. Each email has a link to stop them.')
          : t('We’ll email you when a new ad matches this search. Each email has a link to stop them.')
      }
    >
      <Form
        action={paths.saveSearch()}
        onSubmit={async ({ name = '', frequency }) => {
          await api.saveSearch({ body: { kind, name, frequency: frequency as AlertFrequency, filter } })
          await navigate(paths.savedSearches({ done: 'saved' }))
        }}
      >
        <TextField
          label={t('Name')}
          name="name"
          required
          defaultValue={name}
          limit={{ max: maxNameLength }}
        />
        <FrequencyField defaultValue="immediately" />
        <input type="hidden" name="kind" value={kind} />
        {filters.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton busy={t('Saving…')} worksPlain className="min-h-12 w-full">
          {who ? t('Follow') : t('Save search')}
        </SubmitButton>
        <FormFailure />
      </Form>
    </AccountSheet>
  )
}

type ListOfSearch = { kind: Kind; taxonomy: Partial<Taxonomy>; filters: FilterTexts }

/** Does not validate the filters: the server does. */
function readListOfSearch(query: URLSearchParams): ListOfSearch {
  const kind: Kind = query.get('kind') === 'event' ? 'event' : 'service'
  const taxonomy = Object.fromEntries(
    taxonomyNames.flatMap((name) => {
      const value = query.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )
  return { kind, taxonomy, filters: readFilters(query, kind) }
}

/** Returns what a person could call the search. `details` describe its filters. */
function nameOfSearch({ kind, taxonomy }: ListOfSearch, details: string[]): string {
  const { searchtext, category, subcategory, country, state, city } = taxonomy
  const place = [city, localName(state ?? country ?? '')].filter(Boolean).join(', ')
  const topic = localName(subcategory ?? category ?? '')
  const what = searchtext && topic ? t('{text} in {topic}', { text: searchtext, topic }) : searchtext || topic
  const all = what || (kind === 'service' ? t('Services') : t('Events'))
  const first = place ? t('{what} in {place}', { what: all, place }) : all
  return [first, ...details].join(', ').slice(0, maxNameLength)
}

/** Countries, their divisions, and their towns: browsed, added, changed, merged, moved, retired, and restored. */
import { useId, useRef, useState } from 'react'
import type { PlaceForAdmin, SiteCountry } from '../../shared/contract/places.ts'
import { formatCount } from '../../shared/format.ts'
import { maxNameLength, placeLimits } from '../../shared/limits.ts'
import { type ListingField, plainField } from '../../shared/listing-fields/field.ts'
import { readCountryForm, readPlaceForm } from '../../shared/places/place-form.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { PointPicker } from '../listing/point-picker.tsx'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { setValue } from '../ui/forms/set-value.ts'
import { TextField } from '../ui/forms/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import { newField } from './dashboard-url.ts'
import { pluralOf } from './division-words.ts'
import { EntryEditor, EntryMove } from './entry-forms.tsx'
import { ListScreen } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { PlaceLoads } from './place-loads.tsx'
import { RetireButton, SavedNotice } from './row-actions.tsx'
import { Badge, Row, RowLink } from './rows.tsx'
import { useAdminAction } from './use-admin-action.ts'

type PlacesProps = { data: TabData<'places'> }

const placePath = (id: string) => `${paths.adminPlaces()}/${id}`
const screenOf = (field?: string | null) => paths.admin({ tab: 'places', field: field ?? undefined })

export function Places({ data }: PlacesProps) {
  const { view, place, countries } = data
  if (place && view.field.startsWith(newField))
    return <PlaceEditor data={data} parent={place} current={null} />
  if (!place)
    return (
      <>
        {countries && <PlaceLoads loads={countries.loads} />}
        <PlaceList data={data} />
        {countries && <NewCountry available={countries.available} countries={countries.countries} />}
      </>
    )
  return (
    <>
      <Breadcrumb data={data} place={place} />
      {place.level !== 'city' && <PlaceList data={data} />}
      <div className="mt-8">
        <PlaceEditor data={data} parent={null} current={place} />
      </div>
      {place.level === 'country' ? (
        <RemoveCountry country={countries?.countries.find(({ id }) => id === place.id)} />
      ) : (
        <PlaceMoves data={data} place={place} />
      )}
    </>
  )
}

const Breadcrumb = ({ data, place }: PlacesProps & { place: PlaceForAdmin }) => (
  <nav aria-label="What it belongs to" className="mb-4 text-sm">
    <ol className="flex flex-wrap gap-x-2">
      <li>
        <TextLink href={screenOf()}>All countries</TextLink>
      </li>
      {data.above.map(({ id, name }) => (
        <li key={id}>
          <span aria-hidden>› </span>
          <TextLink href={screenOf(id)}>{name}</TextLink>
        </li>
      ))}
      <li aria-current="page">
        <span aria-hidden>› </span>
        <bdi className="free-text">{place.name}</bdi>
      </li>
    </ol>
  </nav>
)

/** What the places below one are called: what its divisions are called in their country, or towns. */
function wordsBelow(level: PlaceForAdmin['level'] | undefined, term: string): [one: string, many: string] {
  if (level === 'country') return [term, pluralOf(term)]
  return level === 'state' ? ['town', 'towns'] : ['country', 'countries']
}
const levelWords = { country: 'country', state: 'division', city: 'town' }

function PlaceList({ data }: PlacesProps) {
  const { view, place, places, total, totalPages, term, countries } = data
  const [one, many] = view.search ? ['place', 'places'] : wordsBelow(place?.level, term)
  return (
    <>
      <ListScreen
        view={view}
        list={{ total, totalPages }}
        searchPlaceholder={place ? `Town in ${place.name}` : 'Town, state, or country'}
        summary={formatCount(total, one, many)}
        empty={{ title: `No ${many}`, hint: `Add the first ${one}.` }}
        notice={<SavedNotice view={view} />}
        label={place ? `Places in ${place.name}` : 'Places'}
        ids={places.map(({ id }) => id)}
      >
        {places.map((each) => (
          <PlaceRow
            key={each.id}
            place={each}
            country={countries?.countries.find(({ id }) => id === each.id)}
            isFound={view.search !== ''}
          />
        ))}
      </ListScreen>
      {place && (
        <ButtonLink href={screenOf(newField + place.id)} className="mt-4">
          {place.level === 'country' ? `Add a ${one}` : 'Add a town, village, or neighborhood'}
        </ButtonLink>
      )}
    </>
  )
}

type PlaceRowProps = { place: PlaceForAdmin; country: SiteCountry | undefined; isFound: boolean }

function PlaceRow({ place, country, isFound }: PlaceRowProps) {
  const { api } = useBackend()
  const { id, level, parent, name, where, retired, version, listings, places } = place
  const [one, many] = wordsBelow(level, country?.term ?? 'division')
  const parts = [
    isFound && (where || levelWords[level]),
    level !== 'city' && formatCount(places, one, many),
    country && formatCount(country.towns, 'town', 'towns'),
    formatCount(listings, 'ad', 'ads'),
  ]
  return (
    <Row
      heading={<bdi className="free-text">{name}</bdi>}
      badges={retired && <Badge tone="plain">Retired</Badge>}
      actions={
        <>
          <RowLink of={name} href={screenOf(id)}>
            {level === 'city' ? 'Edit' : 'Open'}
          </RowLink>
          <RetireButton
            name={name}
            retired={retired}
            action={placePath(id)}
            fields={{ ...(parent !== null && { parent }), version }}
            onRetire={(retired) => api.changePlace({ params: { id }, body: { version, retired } })}
          />
        </>
      }
    >
      <p>{parts.filter(Boolean).join(' · ')}</p>
    </Row>
  )
}

const properties: readonly ListingField[] = [
  { ...plainField, key: 'name', type: 'text', label: 'Name', kinds: [], required: true, max: maxNameLength },
  {
    ...plainField,
    key: 'moreNames',
    type: 'text',
    label: 'Other names',
    kinds: [],
    max: placeLimits.moreNames,
    help: 'Searches, links, and forms find it by these, too: in another language, what people call it, and what it was called. Separated by commas.',
  },
]

type PlaceEditorProps = PlacesProps & {
  /** The parent of a new one. */
  parent: PlaceForAdmin | null
  current: PlaceForAdmin | null
}

function PlaceEditor({ data, parent, current }: PlaceEditorProps) {
  const { api } = useBackend()
  // What is typed stays when another admin changes the place.
  const [start] = useState(current)
  const hasPoint = start ? start.level === 'city' : parent?.level === 'state'
  const what = hasPoint ? 'town' : data.term
  const parentId = start?.parent ?? parent?.id
  const note = start?.where || (parent ? [parent.name, parent.where].filter(Boolean).join(', ') : 'A country')
  return (
    <EntryEditor
      title={start ? `Edit “${start.name}”` : `Add a ${what}`}
      note={start?.retired ? `${note}. Retired: nobody can choose it for a new ad.` : note}
      action={start ? placePath(start.id) : paths.adminPlaces()}
      hidden={{ version: start?.version, parent: parentId }}
      properties={properties}
      textOf={(key) => start?.[key as 'name' | 'moreNames'] ?? ''}
      submit={start ? 'Save' : `Add ${what}`}
      list={screenOf(parentId)}
      onSave={(texts) => {
        const { parent = '', version = '', ...body } = readPlaceForm(texts)
        return start
          ? api.changePlace({ params: { id: start.id }, body: { ...body, version } })
          : api.addPlace({ body: { ...body, parent } })
      }}
    >
      {hasPoint && (
        <PointField
          text={start?.point ?? ''}
          town={{ state: data.above[1]?.name ?? parent?.name ?? '', city: start?.name ?? '' }}
        />
      )}
    </EntryEditor>
  )
}

/** Where a town is. The map fills it in, if the site has one. */
function PointField({ text, town }: { text: string; town: { state: string; city: string } }) {
  const { mapStyleUrl } = useSite().settings
  const input = useRef<HTMLInputElement>(null)
  const [start, setStart] = useState<{ latitude: string; longitude: string } | null>(null)
  function open() {
    const [latitude = '', longitude = ''] = (input.current?.value ?? '').split(',').map((part) => part.trim())
    setStart({ latitude, longitude })
  }
  return (
    <div>
      <TextField
        ref={input}
        label="Latitude and longitude"
        name="point"
        required
        defaultValue={text}
        placeholder="48.4106, -114.3353"
        autoComplete="off"
        hint="Its center, as maps show it: what is near is measured from there."
      />
      {mapStyleUrl && (
        <Button variant="secondary" className="needs-script mt-3" onClick={open}>
          Choose on the map
        </Button>
      )}
      {start && (
        <PointPicker
          start={start}
          town={town}
          styleUrl={mapStyleUrl}
          onChoose={({ latitude, longitude }) => {
            setStart(null)
            if (input.current) setValue(input.current, `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)
          }}
          onClose={() => setStart(null)}
        />
      )}
    </div>
  )
}

function PlaceMoves({ data, place }: PlacesProps & { place: PlaceForAdmin }) {
  const { api } = useBackend()
  const { id, level, name, parent, version, listings } = place
  const others = data.divisions.filter((each) => each.id !== id)
  const ads = formatCount(listings, 'ad goes', 'ads go')
  const hint = `${ads} there${level === 'state' ? ' with its towns' : ''}. Its names, links, followed searches, and feeds lead there.`
  const form = { path: placePath(id), list: screenOf(parent) }
  const field = { label: `Merge ${name} into`, name: 'target', required: true, hint }
  return (
    <div className="mt-8 grid gap-6 lg:grid-cols-2">
      <EntryMove
        {...form}
        action="merge"
        hidden={{ version, parent: parent ?? undefined }}
        onMove={({ target = '' }) => api.mergePlace({ params: { id }, body: { version, target } })}
      >
        {level === 'state' ? (
          <ChoiceField
            {...field}
            none="Choose"
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : (
          <TextField
            {...field}
            placeholder="Kalispell, or Kalispell, Montana"
            autoComplete="off"
            maxLength={2 * maxNameLength}
          />
        )}
      </EntryMove>
      {level === 'city' && (
        <EntryMove
          {...form}
          action="move"
          hidden={{ version }}
          onMove={({ parent = '' }) => api.movePlace({ params: { id }, body: { version, parent } })}
        >
          <ChoiceField
            label={`Move ${name} to`}
            name="parent"
            required
            none="Choose"
            options={others
              .filter((each) => each.id !== parent)
              .map(({ id, name }) => ({ value: id, label: name }))}
            hint={`Another ${data.term} of the same country. ${ads} along, and the old links lead there.`}
          />
        </EntryMove>
      )}
    </div>
  )
}

type NewCountryProps = { available: { code: string; name: string }[]; countries: SiteCountry[] }

function NewCountry({ available, countries }: NewCountryProps) {
  const { api } = useBackend()
  const run = useAdminAction()
  const list = useId()
  return (
    <Card className="mt-8 p-4 sm:p-6">
      <h2 className="mb-1 text-lg">Add or update a country</h2>
      <p className="mb-4 text-sm text-soft">
        All of its towns come from GeoNames. A country that the site has gets what is missing; what you
        changed stays. To offer only a part of a country, use the setting{' '}
        <TextLink href={paths.admin({ tab: 'settings', search: 'Only these regions' })}>
          Only these regions
        </TextLink>
        .
      </p>
      <Form
        action={paths.adminCountries()}
        onSubmit={async (texts) => {
          const { message } = await api.addPlaces({ body: readCountryForm(texts) })
          await run(async () => ({ message }))
        }}
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Country"
            name="country"
            required
            list={list}
            autoComplete="off"
            hint="Its English name, or its two letters, such as FR."
          />
          <datalist id={list}>
            {[...available, ...countries].map(({ code, name }) => (
              <option key={code} value={name} />
            ))}
          </datalist>
          <TextField
            label="Smallest town"
            name="minPopulation"
            optional
            inputMode="numeric"
            placeholder="1000"
            hint="Towns with fewer people are left out. You can add single ones yourself."
          />
        </div>
        <FormFailure />
        <SubmitButton variant="secondary" busy="Adding…" worksPlain>
          Add country
        </SubmitButton>
      </Form>
    </Card>
  )
}

function RemoveCountry({ country }: { country: SiteCountry | undefined }) {
  const { api } = useBackend()
  const navigate = useNavigate()
  if (!country) return null
  const { code, name, towns } = country
  return (
    <Card className="mt-8 p-4 sm:p-6">
      <h2 className="mb-1 text-lg">Remove</h2>
      <p className="mb-4 text-sm text-soft">
        {`Removes ${name} with ${formatCount(towns, 'town', 'towns')}, if no ad is there. This cannot be undone, but the country can be added again. Retire it instead to keep what you changed.`}
      </p>
      <ActionForm
        action={`${paths.adminCountries()}/${code}`}
        fields={{}}
        submit={`Remove ${name}`}
        busy="…"
        variant="danger-outline"
        onSubmit={async () => {
          const { message } = await api.removePlaces({ params: { id: code } })
          toast({ tone: 'success', text: message, onNextPage: true })
          // This page is gone as soon as the country is.
          await navigate(screenOf())
        }}
      />
    </Card>
  )
}

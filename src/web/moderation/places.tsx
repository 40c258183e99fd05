/** Countries, their divisions, and their towns: browsed, added, changed, merged, moved, retired, and restored. */

import { useId, useRef, useState } from 'react'
import type { PlaceForAdmin, SiteCountry } from '../../shared/contract/places.ts'
import { maxNameLength, placeLimits } from '../../shared/limits.ts'
import { type ListingField, plainField } from '../../shared/listing-fields/field.ts'
import { localName } from '../../shared/local-names.ts'
import { readCountryForm, readPlaceForm } from '../../shared/places/place-form.ts'
import { t } from '../../shared/translate.ts'
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
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import { newField } from './dashboard-url.ts'
import { countDivisions, divisionOf, divisionsOf } from './division-words.ts'
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
  <nav aria-label={t('What it belongs to')} className="mb-4 text-sm">
    <ol className="flex flex-wrap gap-x-2">
      <li>
        <TextLink href={screenOf()}>{t('All countries')}</TextLink>
      </li>
      {data.above.map(({ id, name }) => (
        <li key={id}>
          <span aria-hidden>› </span>
          <TextLink href={screenOf(id)}>{localName(name)}</TextLink>
        </li>
      ))}
      <li aria-current="page">
        <span aria-hidden>› </span>
        <bdi className="free-text">{nameOf(place)}</bdi>
      </li>
    </ol>
  </nav>
)

/** Returns what a reader calls a place. Towns have one name. */
const nameOf = ({ level, name }: Pick<PlaceForAdmin, 'level' | 'name'>) =>
  level === 'city' ? name : localName(name)

type Level = PlaceForAdmin['level'] | undefined

/** Returns a number of places below one: of its divisions as they are called in their country, or of towns. */
function countBelow(level: Level, term: string, count: number): string {
  if (level === 'country') return countDivisions(term, count)
  return level === 'state' ? countTowns(count) : countDivisions('country', count)
}

const countTowns = (count: number) => t('{count, plural, one {# town} other {# towns}}', { count })

/** Returns what an empty list below a place says. */
function emptyBelow(level: Level, term: string) {
  if (level === 'state') return { title: t('No towns'), hint: t('Add the first town.') }
  const word = level === 'country' ? term : 'country'
  return {
    title: t('No {divisions}', { divisions: divisionsOf(word) }),
    hint: t('Add the first {division}.', { division: divisionOf(word) }),
  }
}

/** Returns what a place is. */
const nameOfLevel = (level: PlaceForAdmin['level']) =>
  level === 'city' ? t('town') : divisionOf(level === 'state' ? 'division' : 'country')

function PlaceList({ data }: PlacesProps) {
  const { view, place, places, total, totalPages, term, countries } = data
  const isSearch = view.search !== ''
  return (
    <>
      <ListScreen
        view={view}
        list={{ total, totalPages }}
        searchPlaceholder={
          place ? t('Town in {place}', { place: nameOf(place) }) : t('Town, state, or country')
        }
        summary={
          isSearch
            ? t('{count, plural, one {# place} other {# places}}', { count: total })
            : countBelow(place?.level, term, total)
        }
        empty={
          isSearch
            ? { title: t('No places'), hint: t('Add the first place.') }
            : emptyBelow(place?.level, term)
        }
        notice={<SavedNotice view={view} />}
        label={place ? t('Places in {place}', { place: nameOf(place) }) : t('Places')}
        ids={places.map(({ id }) => id)}
      >
        {places.map((each) => (
          <PlaceRow
            key={each.id}
            place={each}
            country={countries?.countries.find(({ id }) => id === each.id)}
            isFound={isSearch}
          />
        ))}
      </ListScreen>
      {place && (
        <ButtonLink href={screenOf(newField + place.id)} className="mt-4">
          {place.level === 'country'
            ? t('Add a {division}', { division: divisionOf(term) })
            : t('Add a town, village, or neighborhood')}
        </ButtonLink>
      )}
    </>
  )
}

type PlaceRowProps = { place: PlaceForAdmin; country: SiteCountry | undefined; isFound: boolean }

function PlaceRow({ place, country, isFound }: PlaceRowProps) {
  const { api } = useBackend()
  const { id, level, parent, where, retired, version, listings, places } = place
  const name = nameOf(place)
  const parts = [
    isFound && (where || nameOfLevel(level)),
    level !== 'city' && countBelow(level, country?.term ?? 'division', places),
    country && countTowns(country.towns),
    t('{count, plural, one {# ad} other {# ads}}', { count: listings }),
  ]
  return (
    <Row
      heading={<bdi className="free-text">{name}</bdi>}
      badges={retired && <Badge tone="plain">{t('Retired')}</Badge>}
      actions={
        <>
          <RowLink of={name} href={screenOf(id)}>
            {level === 'city' ? t('Edit') : t('Open')}
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

const properties = (): ListingField[] => [
  {
    ...plainField,
    key: 'name',
    type: 'text',
    label: t('Name'),
    kinds: [],
    required: true,
    max: maxNameLength,
  },
  {
    ...plainField,
    key: 'moreNames',
    type: 'text',
    label: t('Other names'),
    kinds: [],
    max: placeLimits.moreNames,
    help: t(
      'Searches, links, and forms find it by these, too: in another language, what people call it, and what it was called. Separated by commas.',
    ),
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
  const division = divisionOf(data.term)
  const parentId = start?.parent ?? parent?.id
  const note =
    start?.where || (parent ? [parent.name, parent.where].filter(Boolean).join(', ') : t('A country'))
  return (
    <EntryEditor
      title={
        start
          ? t('Edit “{name}”', { name: start.name })
          : hasPoint
            ? t('Add a town')
            : t('Add a {division}', { division })
      }
      note={
        start?.retired ? t('{place}. Retired: nobody can choose it for a new ad.', { place: note }) : note
      }
      action={start ? placePath(start.id) : paths.adminPlaces()}
      hidden={{ version: start?.version, parent: parentId }}
      properties={properties()}
      textOf={(key) => start?.[key as 'name' | 'moreNames'] ?? ''}
      submit={start ? t('Save') : hasPoint ? t('Add town') : t('Add {division}', { division })}
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
        label={t('Latitude and longitude')}
        name="point"
        required
        defaultValue={text}
        placeholder="48.4106, -114.3353"
        autoComplete="off"
        hint={t('Its center, as maps show it: what is near is measured from there.')}
      />
      {mapStyleUrl && (
        <Button variant="secondary" className="needs-script mt-3" onClick={open}>
          {t('Choose on the map')}
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
  const count = listings
  const hint =
    level === 'state'
      ? t(
          '{count, plural, one {# ad goes} other {# ads go}} there with its towns. Its names, links, followed searches, and feeds lead there.',
          { count },
        )
      : t(
          '{count, plural, one {# ad goes} other {# ads go}} there. Its names, links, followed searches, and feeds lead there.',
          { count },
        )
  const form = { path: placePath(id), list: screenOf(parent) }
  const field = { label: t('Merge {name} into', { name }), name: 'target', required: true, hint }
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
            none={t('Choose')}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : (
          <TextField
            {...field}
            placeholder={t('Kalispell, or Kalispell, Montana')}
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
            label={t('Move {name} to', { name })}
            name="parent"
            required
            none={t('Choose')}
            options={others
              .filter((each) => each.id !== parent)
              .map(({ id, name }) => ({ value: id, label: name }))}
            hint={t(
              'Another {division} of the same country. {count, plural, one {# ad goes} other {# ads go}} along, and the old links lead there.',
              { division: divisionOf(data.term), count },
            )}
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
      <h2 className="mb-1 text-lg">{t('Add or update a country')}</h2>
      <p className="mb-4 text-sm text-soft">
        {rich(
          'All of its towns come from GeoNames. A country that the site has gets what is missing; what you changed stays. To offer only a part of a country, use the setting <link>Only these regions</link>.',
          {
            link: (text) => (
              <TextLink href={paths.admin({ tab: 'settings', search: 'onlyRegions' })}>{text}</TextLink>
            ),
          },
        )}
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
            label={t('Country')}
            name="country"
            required
            list={list}
            autoComplete="off"
            hint={t('Its English name, or its two letters, such as FR.')}
          />
          <datalist id={list}>
            {[...available, ...countries].map(({ code, name }) => (
              <option key={code} value={name} />
            ))}
          </datalist>
          <TextField
            label={t('Smallest town')}
            name="minPopulation"
            optional
            inputMode="numeric"
            placeholder="1000"
            hint={t('Towns with fewer people are left out. You can add single ones yourself.')}
          />
        </div>
        <FormFailure />
        <SubmitButton variant="secondary" busy={t('Adding…')} worksPlain>
          {t('Add country')}
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
      <h2 className="mb-1 text-lg">{t('Remove')}</h2>
      <p className="mb-4 text-sm text-soft">
        {t(
          'Removes {country} with {count, plural, one {# town} other {# towns}}, if no ad is there. This cannot be undone, but the country can be added again. Retire it instead to keep what you changed.',
          { country: name, count: towns },
        )}
      </p>
      <ActionForm
        action={`${paths.adminCountries()}/${code}`}
        fields={{}}
        submit={t('Remove {name}', { name })}
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

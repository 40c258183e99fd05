/** The part *Venue* of an event's form: how people attend, the venue, and the link to an online event. */

import { useEffect, useId, useRef, useState } from 'react'
import type { VenueSuggestion } from '../../shared/contract/posting.ts'
import { maxLinkLength, venueLengths } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useSite } from '../framework/site-context.tsx'
import { PointPicker } from '../listing/point-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { setValue } from '../ui/forms/set-value.ts'
import { TextField } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { DependentSelects } from './dependent-selects.tsx'
import { FormField, optionsOf } from './form-layout.tsx'
import type { ListingValues } from './values.ts'
import {
  attendanceModeLabels,
  hasVenueValues,
  inPerson,
  onlineUrlAudienceLabels,
  signedIn,
} from './venue-values.ts'

type VenueSectionProps = { values: ListingValues; selects: DependentSelects }

/** Fields that do not apply are hidden, but keep what was typed. */
export function VenueSection({ values, selects }: VenueSectionProps) {
  const [mode, setMode] = useState(values.attendance_mode)
  return (
    <Disclosure
      summary={<span className="font-semibold">{t('Venue')}</span>}
      initiallyOpen={hasVenueValues(values)}
      className="rounded-md border border-line px-4"
    >
      <div className="space-y-5 pt-1 pb-5">
        <ChoiceField
          label={t('Attendance')}
          name="attendance_mode"
          none={t(inPerson)}
          options={optionsOf(attendanceModeLabels)}
          defaultValue={values.attendance_mode}
          onChange={(event) => setMode(event.target.value)}
        />
        <div className="space-y-5" hidden={mode === 'online'}>
          <VenueFields values={values} selects={selects} />
        </div>
        <div className="space-y-5" hidden={mode === ''}>
          <OnlineFields values={values} />
        </div>
      </div>
    </Disclosure>
  )
}

function VenueFields({ values, selects }: VenueSectionProps) {
  const { mapStyleUrl } = useSite().settings
  const hasPoint = values['venue.latitude'] !== '' || values['venue.longitude'] !== ''
  return (
    <>
      <VenueNameField defaultValue={values['venue.name']} town={selects.taxonomy} />
      <div className="grid gap-5 sm:grid-cols-[3fr_2fr]">
        <FormField
          label={t('Street Address')}
          name="venue.address"
          optional
          values={values}
          limit={{ max: venueLengths.address }}
        />
        <FormField
          label={t('ZIP or Postal Code')}
          name="venue.postal_code"
          optional
          values={values}
          maxLength={venueLengths.postalCode}
        />
      </div>
      <FormField
        label={t('How to Find It')}
        name="venue.note"
        optional
        values={values}
        limit={{ max: venueLengths.note }}
        hint={t('Such as “side entrance” or “second floor.”')}
      />
      {(mapStyleUrl || hasPoint) && (
        <PointFields values={values} selects={selects} mapStyleUrl={mapStyleUrl} />
      )}
    </>
  )
}

type PointFieldsProps = VenueSectionProps & { mapStyleUrl: string }

/** The map fills in the fields. Without one, only an event that has a point already has them, so that it can be removed. */
function PointFields({ values, selects, mapStyleUrl }: PointFieldsProps) {
  const [isPicking, setPicking] = useState(false)
  const latitude = useRef<HTMLInputElement>(null)
  const longitude = useRef<HTMLInputElement>(null)

  function choose(point: { latitude: number; longitude: number }) {
    setPicking(false)
    if (latitude.current) setValue(latitude.current, point.latitude.toFixed(5))
    if (longitude.current) setValue(longitude.current, point.longitude.toFixed(5))
  }

  return (
    <div>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          label={t('Latitude')}
          name="venue.latitude"
          optional
          ref={latitude}
          placeholder="30.2672"
          values={values}
        />
        <FormField
          label={t('Longitude')}
          name="venue.longitude"
          optional
          ref={longitude}
          placeholder="-97.7431"
          values={values}
        />
      </div>
      {mapStyleUrl && (
        <Button variant="secondary" className="needs-script mt-3" onClick={() => setPicking(true)}>
          <Icon name="map-pin" className="size-5" />
          {t('Choose on a map')}
        </Button>
      )}
      {isPicking && mapStyleUrl && (
        <PointPicker
          styleUrl={mapStyleUrl}
          start={{ latitude: latitude.current?.value ?? '', longitude: longitude.current?.value ?? '' }}
          town={selects.taxonomy}
          onChoose={choose}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}

function OnlineFields({ values }: { values: ListingValues }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormField
        label={t('Online Link')}
        name="online_url"
        optional
        type="url"
        inputMode="url"
        values={values}
        limit={{ max: maxLinkLength }}
        hint={t('Where people join, such as https://example.com/room.')}
      />
      <ChoiceField
        label={t('Who Sees the Link')}
        name="online_url_shown"
        none={t(signedIn)}
        options={optionsOf(onlineUrlAudienceLabels)}
        defaultValue={values.online_url_shown}
        hint={t('Visitors who are not signed in never see it.')}
      />
    </div>
  )
}

/** How long to wait after a key: most people type the next letter sooner. */
const debounceMs = 200

type Town = { country: string; state: string; city: string }
type VenueNameFieldProps = { defaultValue: string; town: Town }

/** Suggests venues that were used before. Choosing one fills in its address. */
function VenueNameField({ defaultValue, town }: VenueNameFieldProps) {
  const id = useId()
  const { venues, suggest } = useVenues(town)
  const filledIn = useRef<VenueSuggestion | null>(null)

  function onInput(input: HTMLInputElement) {
    const chosen = venues.find(({ name }) => name === input.value)
    if (chosen && input.form) {
      fillIn(input.form, chosen, filledIn.current)
      filledIn.current = chosen
    } else suggest(input.value)
  }

  return (
    <>
      <TextField
        label={t('Venue Name')}
        name="venue.name"
        optional
        list={id}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        defaultValue={defaultValue}
        limit={{ max: venueLengths.name }}
        onFocus={(event) => suggest(event.currentTarget.value)}
        onInput={(event) => onInput(event.currentTarget)}
      />
      <datalist id={id}>
        {venues.map(({ name, address, town }) => (
          <option key={`${name}\n${address}\n${town}`} value={name}>
            {[address, town].filter(Boolean).join(', ')}
          </option>
        ))}
      </datalist>
    </>
  )
}

function useVenues(town: Town) {
  const { api } = useBackend()
  const [venues, setVenues] = useState<VenueSuggestion[]>([])
  const [typed, setTyped] = useState<string | null>(null)
  const { country, state, city } = town

  useEffect(() => {
    if (typed === null) return
    let outdated = false
    const query = { q: typed.trim().slice(0, venueLengths.name), country, state, city }
    const timer = setTimeout(async () => {
      // Without suggestions, the field is an ordinary one.
      const found = await api.suggestVenues({ query }).catch(() => [])
      if (!outdated) setVenues(found)
    }, debounceMs)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [api, typed, country, state, city])

  return { venues, suggest: setTyped }
}

/** Fills in the fields that are empty, or that have what the previous venue filled in. */
function fillIn(form: HTMLFormElement, venue: VenueSuggestion, previous: VenueSuggestion | null) {
  for (const name of ['address', 'postal_code', 'latitude', 'longitude'] as const) {
    const input = form.elements.namedItem(`venue.${name}`)
    if (!(input instanceof HTMLInputElement)) continue
    if (input.value === '' || input.value === String(previous?.[name] ?? ''))
      input.value = String(venue[name] ?? '')
  }
}

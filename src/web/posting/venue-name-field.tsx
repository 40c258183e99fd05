import { useEffect, useId, useRef, useState } from 'react'
import type { VenueSuggestion } from '../../shared/contract/posting.ts'
import { venueLengths } from '../../shared/limits.ts'
import { useBackend } from '../framework/api-context.ts'
import { TextField } from '../ui/forms/text-field.tsx'

/** How long to wait after a key: most people type the next letter sooner. */
const debounceMs = 200

type Town = { country: string; state: string; city: string }
type VenueNameFieldProps = { defaultValue: string; town: Town }

/** Suggests venues that were used before. Choosing one fills in its address. */
export function VenueNameField({ defaultValue, town }: VenueNameFieldProps) {
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
        label="Venue Name"
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

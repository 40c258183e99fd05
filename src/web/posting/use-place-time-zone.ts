import { useEffect, useState } from 'react'
import type { Filters } from '../browse/filters/taxonomy.ts'
import { useBackend } from '../framework/api-context.ts'

type Place = Pick<Filters, 'country' | 'state' | 'city'>

/** Returns the IANA time zone of a place; null until it is known. */
export function usePlaceTimeZone({ country, state, city }: Place): string | null {
  const { api } = useBackend()
  const [known, setKnown] = useState<{ place: string; timeZone: string } | null>(null)
  const place = [country, state, city].join('\n')
  useEffect(() => {
    let isCurrent = true
    if (!country) return
    const query = { country, ...(state && { state }), ...(city && { city }) }
    api.getTimeZone({ query }).then(
      ({ time_zone: timeZone }) => isCurrent && setKnown({ place, timeZone }),
      // The form works without it.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [api, place, country, state, city])
  return known?.place === place ? known.timeZone : null
}

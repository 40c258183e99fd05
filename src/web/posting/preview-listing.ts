import type { Event, Kind, Service } from '../../shared/listing.ts'
import type { FieldPicture } from './picture-list.ts'
import { readPrice } from './price.ts'
import { bodyOf, type ListingValues } from './values.ts'

type Given = {
  kind: Kind
  values: ListingValues
  pictures: readonly FieldPicture[]
  email: string
  /** An ISO instant. */
  now: string
}

/** The listing that would be there if the form were sent now, whatever is still missing. */
export function listingOf({ kind, values, pictures, email, now }: Given): Service | Event {
  const { author, title, description, ...body } = bodyOf(kind, values, pictures.flatMap(shownAddress))
  const service: Service = {
    ...body,
    _id: '',
    title: title.trim() || 'Untitled',
    description: description.trim(),
    price: readPrice(values.price) ?? 0,
    placeholders: [],
    posted: now,
    status: 'active',
    version: 0,
    author: { ...author, email },
  }
  if (kind === 'service') return service
  const { startDate, endDate, event_availability } = values
  const today = now.slice(0, 10)
  return {
    ...service,
    startDate: startDate || today,
    endDate: endDate || startDate || today,
    event_availability: event_availability === 'soldout' ? 'soldout' : 'available',
  }
}

/** Of one that is still on its way, the file itself. */
function shownAddress({ local, state }: FieldPicture): string[] {
  if (state.at === 'failed') return []
  if (state.at === 'ready') return [state.address]
  return local ? [local] : []
}

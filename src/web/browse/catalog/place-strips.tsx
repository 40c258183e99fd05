import { localName } from '../../../shared/local-names.ts'

type Place = { name: string; to: string }

/** Places, shown as the tear-off strips of a flyer. */
export function PlaceStrips({ places }: { places: Place[] }) {
  return (
    <ul className="grid grid-cols-2 overflow-hidden border-t-2 border-dashed border-line sm:grid-cols-3 lg:grid-cols-6">
      {places.map(({ name, to }) => (
        <li key={name} className="-me-0.5 -mb-px border-e-2 border-b border-dashed border-line">
          <a
            href={to}
            className="flex min-h-16 items-center justify-center px-2 text-center text-sm font-semibold hover:bg-accent-wash"
          >
            {localName(name)}
          </a>
        </li>
      ))}
    </ul>
  )
}

import { Icon } from '../../ui/icon.tsx'
import { type ListPage, presentQuery } from '../filtered-list/list-page.ts'
import { listingCount } from '../lists/listing-count.ts'

/** Changes of a search without results that do have some. */
export function Alternatives(page: ListPage) {
  const { report, kind } = page.loaded
  const alternatives = report?.alternatives ?? []
  if (alternatives.length === 0) return null
  return (
    <nav aria-labelledby="alternatives" className="mx-auto mt-8 max-w-xl">
      <h2 id="alternatives" className="mb-3 text-lg">
        These searches have results
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-sheet">
        {alternatives.map(({ label, set, total }) => (
          <li key={label}>
            <a
              href={page.to({ ...presentQuery(page), ...set })}
              className="flex min-h-12 items-center justify-between gap-4 px-4 py-2 hover:bg-sunken"
            >
              <span>{label}</span>
              <span className="flex shrink-0 items-center gap-2 text-sm text-soft">
                {listingCount(total, kind)}
                <Icon name="chevron-right" className="size-4" />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

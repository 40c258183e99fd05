import { type FilterParameter, listParameters } from '../../../shared/list-filters.ts'
import type { Rejected } from '../filtered-list/list-page.ts'

/** Says which filters a list ignores. On phones, the fields that say why are behind a button. */
export function RejectedNote({ rejected }: { rejected: Rejected }) {
  return Object.entries(rejected).map(([name, { value }]) => {
    const shown = <strong dir="auto">{value}</strong>
    return (
      <p key={name} className="text-sm text-danger">
        {name === 'near' ? (
          <>We do not know the place {shown}</>
        ) : (
          <>
            {shown} is not {nounOf(name)}
          </>
        )}
        , so it does not filter this list.
      </p>
    )
  })
}

/** By the type of a parameter. */
const nouns: Partial<Record<string, string>> = { price: 'a price', day: 'a day' }

const nounOf = (name: string) => nouns[listParameters[name as FilterParameter].type] ?? 'a choice'

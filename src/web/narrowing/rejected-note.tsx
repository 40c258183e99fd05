import type { Rejected } from '../lists/list-page.ts'

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
            {shown} is not {nouns[name] ?? 'a choice'}
          </>
        )}
        , so it does not filter this list.
      </p>
    )
  })
}

const nouns: Record<string, string> = {
  price_min: 'a price',
  price_max: 'a price',
  from: 'a day',
  to: 'a day',
}

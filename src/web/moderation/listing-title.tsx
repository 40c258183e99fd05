import { truncate } from '../../shared/format.ts'
import type { AdminListing } from '../../shared/moderation.ts'
import { paths } from '../paths.ts'

type Props = { listing: Pick<AdminListing, 'kind' | '_id' | 'title' | 'status'> }

/** Cut in these lists too (specification, section 9); its name is the whole title. */
export function ListingTitle({ listing: { kind, _id, title, status } }: Props) {
  const cut = <bdi className="free-text">{truncate(title)}</bdi>
  // A deleted one has no page any more.
  if (status === 'deleted') {
    return (
      <span title={title}>
        <span aria-hidden>{cut}</span>
        <span className="sr-only">{title}</span>
      </span>
    )
  }
  return (
    <a
      href={paths.listing(kind, _id)}
      aria-label={title}
      title={title}
      className="inline-flex min-h-6 items-center hover:underline"
    >
      {cut}
    </a>
  )
}

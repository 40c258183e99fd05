import { Button, ButtonLink } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { EmptyState } from './empty-state.tsx'

type PaginationProps = { page: number; totalPages: number; to: (page: number) => string }

/** Previous and next links, replaced by disabled buttons at either end. A single page has none. */
export function Pagination({ page, totalPages, to }: PaginationProps) {
  if (totalPages <= 1) return null
  const previous = (
    <>
      <Icon name="chevron-left" className="size-4" />
      Previous
    </>
  )
  const next = (
    <>
      Next
      <Icon name="chevron-right" className="size-4" />
    </>
  )
  return (
    <nav aria-label="Pages" className="mt-10 flex items-center justify-center gap-x-2.5 sm:gap-x-5">
      {page > 1 ? (
        <ButtonLink variant="secondary" rel="prev" href={to(page - 1)}>
          {previous}
        </ButtonLink>
      ) : (
        <Button variant="secondary" disabled>
          {previous}
        </Button>
      )}
      <p className="text-center text-sm text-soft tabular-nums">
        Page {page} of {totalPages}
      </p>
      {page < totalPages ? (
        <ButtonLink variant="secondary" rel="next" href={to(page + 1)}>
          {next}
        </ButtonLink>
      ) : (
        <Button variant="secondary" disabled>
          {next}
        </Button>
      )}
    </nav>
  )
}

/** Shown on a page that a list does not have. */
export function PastLastPage({ page, firstPage }: { page: number; firstPage: string }) {
  return (
    <EmptyState title="Nothing on this page" hint={`There’s no page ${page}.`}>
      <ButtonLink href={firstPage}>Go back to page 1</ButtonLink>
    </EmptyState>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, ButtonLink } from './button.tsx'

type Props = { page: number; totalPages: number; to: (page: number) => string }

/** Links, with a button that does nothing at either end. */
export function Pagination({ page, totalPages, to }: Props) {
  const previous = (
    <>
      <ChevronLeft className="size-4" aria-hidden />
      Previous
    </>
  )
  const next = (
    <>
      Next
      <ChevronRight className="size-4" aria-hidden />
    </>
  )
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap items-center justify-center gap-x-5 gap-y-3">
      {page > 1 ? (
        <ButtonLink look="secondary" rel="prev" to={to(page - 1)}>
          {previous}
        </ButtonLink>
      ) : (
        <Button look="secondary" disabled>
          {previous}
        </Button>
      )}
      <p className="text-sm text-soft tabular-nums">
        Page {page} of {totalPages}
      </p>
      {page < totalPages ? (
        <ButtonLink look="secondary" rel="next" to={to(page + 1)}>
          {next}
        </ButtonLink>
      ) : (
        <Button look="secondary" disabled>
          {next}
        </Button>
      )}
    </nav>
  )
}

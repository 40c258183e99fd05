import type { ReactNode, Ref } from 'react'

type ListProps = { label: string; ref?: Ref<HTMLUListElement>; children: ReactNode }

/** One sheet with a row for each thing that the list is of. */
export function Rows({ label, ref, children }: ListProps) {
  return (
    <ul
      ref={ref}
      aria-label={label}
      className="divide-y divide-line rounded-lg border border-line bg-surface shadow-sheet"
    >
      {children}
    </ul>
  )
}

type RowProps = {
  /** What the row is about, and in one word how that is. */
  heading: ReactNode
  badges?: ReactNode
  /** What can be done about it; none without scripts. */
  actions?: ReactNode
  /** Stands before all of it. */
  before?: ReactNode
  /** Stands below, as wide as the row. */
  below?: ReactNode
  children: ReactNode
}

export function Row({ heading, badges, actions, before, below, children }: RowProps) {
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {before}
        <div className="min-w-0 flex-1 basis-44">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="min-w-0 text-base leading-snug">{heading}</h2>
            {badges}
          </div>
          <div className="mt-0.5 space-y-0.5 text-sm text-soft">{children}</div>
        </div>
        {actions && <div className="flex flex-wrap gap-2 max-sm:w-full">{actions}</div>}
      </div>
      {below}
    </li>
  )
}

import type { ReactNode } from 'react'

type EmptyStateProps = { title: string; hint: string; children: ReactNode }

/** Shown instead of an empty list. The children are the next steps, usually buttons. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className="relative mx-auto mt-6 mb-4 max-w-xl rounded-lg border border-line bg-surface px-6 pt-12 pb-10 text-center shadow-sheet">
      <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
      <p className="font-display text-xl font-bold">{title}</p>
      <p className="mx-auto mt-2 max-w-md text-soft">{hint}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'

type PageHeadingProps = { title: string; subtitle?: string; action?: ReactNode }

export function PageHeading({ title, subtitle, action }: PageHeadingProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 max-w-3xl">
        <h1 className="text-2xl">{title}</h1>
        {subtitle && <p className="mt-2 text-soft">{subtitle}</p>}
      </div>
      {action}
    </header>
  )
}

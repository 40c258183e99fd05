import type { ReactNode } from 'react'

type PageHeadingProps = { title: string; subtitle?: string; action?: ReactNode }

export function PageHeading({ title, subtitle, action }: PageHeadingProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 md:mb-8 md:gap-x-8">
      <div className="min-w-0 max-w-3xl">
        <h1 className="text-2xl">{title}</h1>
        {subtitle && <p className="mt-1 text-soft md:mt-2">{subtitle}</p>}
      </div>
      {action}
    </header>
  )
}

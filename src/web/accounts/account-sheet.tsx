import type { ReactNode } from 'react'
import { PageTitle } from '../site.tsx'
import { Card } from '../ui/card.tsx'

type Props = { title: string; intro?: ReactNode; children: ReactNode }

/** The one sheet of paper that signing in and its kin are written on. */
export function AccountSheet({ title, intro, children }: Props) {
  return (
    <div className="page-width py-8 md:py-14">
      <PageTitle>{title}</PageTitle>
      <NoIndex />
      <Card className="relative mx-auto max-w-md p-6 pt-9 sm:p-9">
        <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
        <h1 className="text-2xl">{title}</h1>
        {intro && <p className="mt-2 text-soft">{intro}</p>}
        <div className="mt-6">{children}</div>
      </Card>
    </div>
  )
}

/** Asks search engines to leave the page out: it is about the one who reads it. */
export function NoIndex() {
  return <meta name="robots" content="noindex" />
}

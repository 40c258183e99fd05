/** The frames of the sign-in and account pages. */

import type { ReactNode } from 'react'
import { signIn } from '../../shared/messages/sign-in.ts'
import { t } from '../../shared/translate.ts'
import { NoIndexHead } from '../site/head/head.tsx'
import { Card } from '../ui/card.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { acceptsCookies } from '../ui/storage/cookies.ts'

type AccountSheetProps = { title: string; intro?: ReactNode; wide?: boolean; children: ReactNode }

/** A page that is a single card, such as the sign-in page. */
export function AccountSheet({ title, intro, wide = false, children }: AccountSheetProps) {
  return (
    <div className="page-width py-8 md:py-14">
      <NoIndexHead title={title} />
      <Card className={`relative mx-auto p-6 pt-9 sm:p-9 ${wide ? 'max-w-2xl' : 'max-w-md'}`}>
        <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
        <h1 dir="auto" className="free-text text-2xl">
          {title}
        </h1>
        {intro && <p className="mt-2 text-soft">{intro}</p>}
        <div className="mt-6">{children}</div>
      </Card>
    </div>
  )
}

export function AccountSection({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Card className="p-6 sm:p-8">
      <section id={id}>
        <h2 className="text-lg">{title}</h2>
        <div className="mt-4">{children}</div>
      </section>
    </Card>
  )
}

/** Shown only where the browser blocks cookies: nobody could stay signed in. */
export function NeedsCookies() {
  const blocked = useHydrated() && !acceptsCookies()
  return (
    <div role="status" className="mb-6 empty:hidden">
      {blocked && <Notice tone="warning">{t(signIn.needsCookies)}</Notice>}
    </div>
  )
}

/** Shown only where scripts do not run. */
export function NeedsScripts({ children = t(signIn.needsScripts) }: { children?: ReactNode }) {
  return (
    <p className="without-script mb-6 rounded-md border border-line bg-accent-wash px-4 py-3 text-sm">
      {children}
    </p>
  )
}

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { safeRedirectPath } from '../../shared/safe-redirect.ts'
import { NoIndex } from '../accounts/account-sheet.tsx'
import { type CachedListing, listCachedListings } from '../offline/cached-listings.ts'
import { paths } from '../paths.ts'
import { PageTitle } from '../site.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextLink } from '../ui/text-link.tsx'

const guides = [
  { label: 'Customer Safety Guide', to: paths.customerGuide() },
  { label: 'Provider Safety Guide', to: paths.providerGuide() },
]

/** Shown in place of what cannot be opened without a connection; each browser keeps it. */
export function Component() {
  const { search } = useLocation()
  const kept = useKeptListings()
  // The copy that browsers keep was made without it.
  const missed = useHydrated() ? new URLSearchParams(search).get('to') : null
  return (
    <div className="page-width py-8 md:py-12">
      <PageTitle>Without a connection</PageTitle>
      <NoIndex />
      <PageHeading
        title="Without a connection"
        subtitle={
          missed
            ? 'There is no connection, and this browser has no copy of that page. What you can read all the same:'
            : 'What this browser keeps to be read when there is no connection:'
        }
        action={
          missed && (
            <ButtonLink href={safeRedirectPath(missed)} data-page="reload">
              Try again
            </ButtonLink>
          )
        }
      />
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-labelledby="seen">
          <h2 id="seen" className="text-lg">
            Ads you have seen
          </h2>
          {kept.length === 0 ? (
            <p className="mt-2 text-soft">None are kept on this device yet. Each ad that you open will be.</p>
          ) : (
            <Links links={kept.map(({ path, title }) => ({ label: title, to: path }))} />
          )}
        </section>
        <section aria-labelledby="guides">
          <h2 id="guides" className="text-lg">
            Safety guides
          </h2>
          <Links links={guides} />
        </section>
      </div>
    </div>
  )
}

function Links({ links }: { links: { label: string; to: string }[] }) {
  return (
    <ul className="mt-2">
      {links.map(({ label, to }) => (
        <li key={to} dir="auto" className="free-text">
          <TextLink href={to} data-page="reload" className="inline-flex min-h-11 items-center">
            {label}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}

function useKeptListings(): CachedListing[] {
  const [kept, setKept] = useState<CachedListing[]>([])
  useEffect(() => {
    // Where nothing can be kept there is nothing to list.
    if ('caches' in window) listCachedListings().then(setKept, () => {})
  }, [])
  return kept
}

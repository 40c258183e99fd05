import { useEffect, useState } from 'react'
import { safeRedirectPath } from '../../shared/safe-redirect.ts'
import { msg, t } from '../../shared/translate.ts'
import { useLocation } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { cachedAtHeader, isListingPath, pagesCache } from '../site/offline/caches.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { TextLink } from '../ui/text-link.tsx'

const guides = [
  { label: msg('Customer Safety Guide'), to: paths.customerGuide() },
  { label: msg('Provider Safety Guide'), to: paths.providerGuide() },
]

/** Shown instead of pages that are not available offline. Every browser precaches it. */
export function Component() {
  const { search } = useLocation()
  const listings = useCachedListings()
  // Only after hydration: the cached copy was rendered without a query.
  const missingPage = useHydrated() ? new URLSearchParams(search).get('to') : null
  return (
    <NoIndexPage
      title={t('You’re offline')}
      subtitle={
        missingPage ? t('This page isn’t available offline. Here’s what is:') : t('Available offline:')
      }
      action={
        missingPage && (
          <ButtonLink href={safeRedirectPath(missingPage)} data-page="reload">
            {t('Try again')}
          </ButtonLink>
        )
      }
    >
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-labelledby="seen">
          <h2 id="seen" className="text-lg">
            {t('Ads you’ve viewed')}
          </h2>
          {listings.length === 0 ? (
            <p className="mt-2 text-soft">{t('Ads you open will be saved here.')}</p>
          ) : (
            <Links links={listings.map(({ path, title }) => ({ label: title, to: path }))} />
          )}
        </section>
        <section aria-labelledby="guides">
          <h2 id="guides" className="text-lg">
            {t('Safety guides')}
          </h2>
          <Links links={guides.map(({ label, to }) => ({ label: t(label), to }))} />
        </section>
      </div>
    </NoIndexPage>
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

function useCachedListings(): CachedListing[] {
  const [listings, setListings] = useState<CachedListing[]>([])
  useEffect(() => {
    // Without the Cache API there is nothing to list.
    if ('caches' in window) listCachedListings().then(setListings, () => {})
  }, [])
  return listings
}

type CachedListing = { path: string; title: string; cachedAt: string }

/** Returns the listings in the page cache, most recently cached first. */
async function listCachedListings(): Promise<CachedListing[]> {
  const pages = await caches.open(pagesCache)
  const found = await Promise.all(
    (await pages.keys()).map(async (request): Promise<CachedListing[]> => {
      const path = new URL(request.url).pathname
      const response = isListingPath(path) && (await pages.match(request))
      if (!response) return []
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      // Unlike the document's title, without the site's name.
      const title = page.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content ?? ''
      return [{ path, title, cachedAt: response.headers.get(cachedAtHeader) ?? '' }]
    }),
  )
  return found.flat().sort((a, b) => b.cachedAt.localeCompare(a.cachedAt))
}

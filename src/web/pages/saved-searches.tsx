import { loadFailures } from '../../shared/messages/pages.ts'
import { BrowserNotifications } from '../account/saved-searches/browser-notifications.tsx'
import { SavedSearchItem } from '../account/saved-searches/saved-search-item.tsx'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData, useRevalidate } from '../framework/router/hooks.ts'
import { PageTitle } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { NoIndex } from '../site/head/head.tsx'
import { PageError } from '../site/layout/page-error.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

const sentences: Record<string, string> = {
  saved: 'Saved. We’ll tell you about new ads.',
  changed: 'Saved.',
  deleted: 'Search deleted.',
}

export async function loader({ api, query }: AuthedLoaderContext) {
  return { done: query.get('done') ?? '', ...(await api.listSavedSearches({})) }
}

export function Component() {
  const { done, searches, pushKey, browsers } = useLoaderData<typeof loader>()
  const revalidate = useRevalidate()
  const onChanged = async () => void (await revalidate())
  const sentence = Object.hasOwn(sentences, done) ? sentences[done] : null
  return (
    <div className="page-width py-8 md:py-12">
      <PageTitle>Saved searches</PageTitle>
      <NoIndex />
      <div className="mx-auto max-w-3xl">
        <PageHeading title="Saved searches" />
        <div role="status" className="mb-5 empty:hidden">
          {sentence && <Notice tone="success">{sentence}</Notice>}
        </div>
        {searches.length === 0 ? (
          <EmptyState
            title="No saved searches yet"
            hint="On any list or search, choose “Notify me about new ads”."
          >
            <ButtonLink href={paths.allServices()}>Browse services</ButtonLink>
          </EmptyState>
        ) : (
          <>
            <ul className="space-y-4">
              {searches.map((search) => (
                <li key={search.id}>
                  <SavedSearchItem search={search} onChanged={onChanged} />
                </li>
              ))}
            </ul>
            <BrowserNotifications pushKey={pushKey} browsers={browsers} onChanged={onChanged} />
          </>
        )}
      </div>
    </div>
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />

import { type Message, msg, t } from '../../shared/translate.ts'
import { BrowserNotifications } from '../account/saved-searches/browser-notifications.tsx'
import { SavedSearchItem } from '../account/saved-searches/saved-search-item.tsx'
import { BrowseButton } from '../browse/lists/browse-button.tsx'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData, useRevalidate } from '../framework/router/hooks.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'

const sentences: Record<string, Message> = {
  saved: msg('Saved. We’ll tell you about new ads.'),
  changed: msg('Saved.'),
  deleted: msg('Search deleted.'),
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
    <NoIndexPage title={t('Saved searches')} width="max-w-3xl">
      <div role="status" className="mb-5 empty:hidden">
        {sentence && <Notice tone="success">{t(sentence)}</Notice>}
      </div>
      {searches.length === 0 ? (
        <EmptyState
          title={t('No saved searches yet')}
          hint={t(
            'On any list or search, choose “Notify me”. On the page of a person or an event, choose “Follow”.',
          )}
        >
          <BrowseButton />
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
    </NoIndexPage>
  )
}

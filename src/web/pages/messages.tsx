import { useCallback } from 'react'
import { pageSize } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { BrowseButton } from '../browse/lists/browse-button.tsx'
import { readPage } from '../browse/lists/url-params.ts'
import { useBackend } from '../framework/api-context.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { ConversationList } from '../messages/conversation-list.tsx'
import { useRefreshed } from '../messages/use-refreshed.ts'
import { paths } from '../paths.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { Pagination, PastLastPage } from '../ui/lists/pagination.tsx'

const refreshMs = 30_000

export async function loader({ api, query }: AuthedLoaderContext) {
  const page = readPage(query)
  return { page, list: await api.listConversations({ query: { page, limit: pageSize } }) }
}

export function Component() {
  const { page, list: loaded } = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const load = useCallback(() => api.listConversations({ query: { page, limit: pageSize } }), [api, page])
  const { data: list } = useRefreshed(loaded, load, refreshMs)
  const to = (page: number) => paths.messages({ page })
  const isEmpty = list.conversations.length === 0
  return (
    <NoIndexPage title={t('Messages')} width="max-w-3xl">
      {!isEmpty && <ConversationList conversations={list.conversations} />}
      {isEmpty && page > 1 && <PastLastPage page={page} firstPage={to(1)} />}
      {isEmpty && page === 1 && (
        <EmptyState
          title={t('No messages yet')}
          hint={t('When you write to someone about their ad, or they write about yours, it appears here.')}
        >
          <BrowseButton />
        </EmptyState>
      )}
      <Pagination page={page} totalPages={list.totalPages} to={to} />
    </NoIndexPage>
  )
}

import { useCallback, useEffect } from 'react'
import type { Api } from '../../shared/api-client.ts'
import type { Conversation } from '../../shared/conversation.ts'
import { t } from '../../shared/translate.ts'
import { useBackend, useCurrentUser } from '../framework/api-context.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { ShownAddress } from '../messages/author-form.tsx'
import { ConversationActions } from '../messages/conversation-actions.tsx'
import { nameOf } from '../messages/conversation-list.tsx'
import { ConversationThread } from '../messages/conversation-thread.tsx'
import { ReplyForm } from '../messages/reply-form.tsx'
import { useRefreshed } from '../messages/use-refreshed.ts'
import { paths } from '../paths.ts'
import { NoIndexHead } from '../site/head/head.tsx'
import { TextLink } from '../ui/text-link.tsx'

const refreshMs = 15_000

/** Loads a conversation and marks it as read. */
async function loadConversation(api: Api, id: string, before?: string): Promise<Conversation> {
  const query = before === undefined ? {} : { before }
  const conversation = await api.getConversation({ params: { id }, query })
  // The page is of use even if this fails.
  if (conversation.unread > 0) await api.markConversationRead({ params: { id } }).catch(() => null)
  return conversation
}

export async function loader({ api, params, query }: AuthedLoaderContext) {
  const before = query.get('before') ?? undefined
  const isReported = query.get('done') === 'report'
  return { before, isReported, conversation: await loadConversation(api, params.id ?? '', before) }
}

export function Component() {
  const { conversation } = useLoaderData<typeof loader>()
  return <Thread key={conversation.id} />
}

function Thread() {
  const { conversation: loaded, before, isReported } = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const { id } = loaded
  const load = useCallback(() => loadConversation(api, id, before), [api, id, before])
  const { data: conversation, refresh } = useRefreshed(loaded, load, refreshMs)
  useHeaderCount(conversation.unread)
  const name = nameOf(conversation.with, conversation.isLeft)
  return (
    <div className="page-width py-8 md:py-12">
      <NoIndexHead title={name} />
      <div className="mx-auto max-w-3xl">
        <p className="text-sm">
          <TextLink href={paths.messages()}>{t('All messages')}</TextLink>
        </p>
        <ConversationThread conversation={conversation} />
        <div id="reply" className="mt-6 scroll-mt-24">
          {before === undefined ? (
            <ReplyForm
              conversation={conversation}
              draftOf={`reply/${id}`}
              action={paths.conversation(id)}
              hint={conversation.hidesAddresses ? undefined : <ShownAddress />}
              onSubmit={async (body) => {
                await api.reply({ params: { id }, body })
                await refresh()
              }}
            />
          ) : (
            <TextLink href={paths.conversation(id)}>{t('Latest messages')}</TextLink>
          )}
        </div>
        <ConversationActions conversation={conversation} isReported={isReported} onChanged={refresh} />
      </div>
    </div>
  )
}

/** Once messages are marked as read, the header shows one unread conversation less. */
function useHeaderCount(unread: number) {
  const { api } = useBackend()
  const inHeader = useCurrentUser()?.unread ?? 0
  const isOutdated = unread > 0 && inHeader > 0
  useEffect(() => {
    if (isOutdated) void api.getSession({}).catch(() => {})
  }, [isOutdated, api])
}

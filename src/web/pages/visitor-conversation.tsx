import { useState } from 'react'
import type { Conversation, VisitorConversation } from '../../shared/conversation.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useBackend } from '../framework/api-context.ts'
import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { nameOf } from '../messages/conversation-list.tsx'
import { ConversationThread } from '../messages/conversation-thread.tsx'
import { ReplyForm } from '../messages/reply-form.tsx'
import { paths } from '../paths.ts'
import { NoIndexHead } from '../site/head/head.tsx'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ api, query }: LoaderContext) {
  const token = query.get('token') ?? ''
  const found = await api.getVisitorConversation({ body: { token } })
  if (!found) throw notFoundResponse()
  return { token, found, isConfirmed: query.get('done') === 'confirm' }
}

/** Where the link in a visitor's email leads. Opening it changes nothing, because mail scanners open links. */
export function Component() {
  const { token } = useLoaderData<typeof loader>()
  return <VisitorPage key={token} />
}

function VisitorPage() {
  const { token, found: loaded, isConfirmed: wasConfirmed } = useLoaderData<typeof loader>()
  const [{ conversation, waiting }, setFound] = useState(loaded)
  const [isConfirmed, setConfirmed] = useState(wasConfirmed)
  if (conversation === null)
    return (
      <Confirmation
        token={token}
        onConfirmed={(found) => {
          setConfirmed(true)
          setFound(found)
        }}
      />
    )
  return (
    <div className="page-width py-8 md:py-12">
      <NoIndexHead title={nameOf(conversation.with, conversation.isLeft)} />
      <div className="mx-auto max-w-3xl">
        <div role="status" className="mb-6 empty:hidden">
          {isConfirmed && (
            <Notice tone="success">{t('Thank you! You’ll get further answers by email.')}</Notice>
          )}
        </div>
        <Thread token={token} conversation={conversation} onSent={setFound} />
        <Waiting waiting={waiting} />
      </div>
    </div>
  )
}

type ConfirmationProps = { token: string; onConfirmed: (found: VisitorConversation) => void }

function Confirmation({ token, onConfirmed }: ConfirmationProps) {
  const { api } = useBackend()
  return (
    <AccountSheet title={t('You have an answer')}>
      <ActionForm
        action={paths.visitorConversation()}
        fields={{ token, action: 'confirm' }}
        submit={t('Confirm and read')}
        busy={t('Confirming…')}
        wide
        className="space-y-5"
        onSubmit={async () => onConfirmed(await api.confirmVisitorConversation({ body: { token } }))}
      >
        <p>
          {t(
            'Someone entered your email address to write about an ad, and there is an answer. If that was you, confirm your address to read it. We’ll then email you further answers.',
          )}
        </p>
      </ActionForm>
      <p className="mt-6 border-t border-dashed border-line pt-5 text-sm text-soft">
        {t('Wasn’t you? Close this page, and press “This wasn’t me” in the email to get no more of these.')}
      </p>
    </AccountSheet>
  )
}

type ThreadProps = { token: string; conversation: Conversation; onSent: (found: VisitorConversation) => void }

function Thread({ token, conversation, onSent }: ThreadProps) {
  const { api } = useBackend()
  return (
    <>
      {/* Earlier messages are on a page for people with an account. */}
      <ConversationThread conversation={{ ...conversation, hasEarlier: false }} token={token} />
      <div id="reply" className="mt-6 scroll-mt-24">
        <ReplyForm
          conversation={conversation}
          draftOf={`reply/${conversation.id}`}
          action={paths.visitorConversation()}
          token={token}
          hint={
            conversation.hidesAddresses
              ? undefined
              : t('We email your message. They’ll see your email address.')
          }
          onSubmit={async ({ text }) => onSent(await api.replyAsVisitor({ body: { token, text } }))}
        />
      </div>
    </>
  )
}

/** Conversations with the same address, which a visitor who wrote to several people confirms one by one. */
function Waiting({ waiting }: Pick<VisitorConversation, 'waiting'>) {
  if (waiting.length === 0) return null
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h2 className="text-lg">{t('More answers')}</h2>
      <p className="mt-1 text-sm text-soft">
        {t('Your address was also used to write about these ads. Open those that you wrote about.')}
      </p>
      <ul className="mt-2">
        {waiting.map(({ title, token }) => (
          <li key={token} dir="auto" className="free-text">
            <TextLink href={paths.visitorConversation({ token })}>{title}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

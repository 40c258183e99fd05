import type { Conversation } from '../../shared/conversation.ts'
import { formatInstant } from '../../shared/format.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { nameOf } from './conversation-list.tsx'
import { MessagePhotos } from './message-photos.tsx'

type ThreadProps = {
  conversation: Conversation
  /** The token of a visitor's link. */
  token?: string
}

/** A conversation: who it is with, the ad that it is about, and its messages. */
export function ConversationThread({ conversation, token }: ThreadProps) {
  return (
    <>
      <Heading conversation={conversation} />
      <MessageLog conversation={conversation} token={token} />
    </>
  )
}

function Heading({ conversation }: Pick<ThreadProps, 'conversation'>) {
  const { title, listing } = conversation
  return (
    <>
      <h1 dir="auto" className="free-text mt-2 text-2xl">
        {nameOf(conversation.with, conversation.isLeft)}
      </h1>
      <p dir="auto" className="free-text mt-1 mb-6 text-soft">
        {listing?.isPublic
          ? rich(
              'About <link>{title}</link>',
              { link: (text) => <TextLink href={paths.listing(listing.kind, listing.id)}>{text}</TextLink> },
              { title },
            )
          : t('About {title} (this ad is no longer online)', { title })}
      </p>
    </>
  )
}

/** Oldest first. The user's own messages are on the right. */
function MessageLog({ conversation, token }: ThreadProps) {
  const { id, messages, hasEarlier, role } = conversation
  return (
    <>
      {hasEarlier && (
        <p className="mb-4 text-center">
          <ButtonLink variant="secondary" href={paths.conversation(id, { before: messages[0]?.id })}>
            {t('Earlier messages')}
          </ButtonLink>
        </p>
      )}
      <div role="log" aria-label={t('Messages')} className="space-y-3">
        {messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            isOwn={message.role === role}
            from={message.role === role ? t('You') : nameOf(conversation.with, conversation.isLeft)}
            token={token}
          />
        ))}
      </div>
    </>
  )
}

type MessageProps = {
  message: Conversation['messages'][number]
  isOwn: boolean
  from: string
  token: string | undefined
}

function Message({ message: { text, photos, created, held }, isOwn, from, token }: MessageProps) {
  const { settings } = useSite()
  return (
    <article
      className={`max-w-[85%] rounded-lg border border-line px-4 py-2.5 shadow-sheet ${isOwn ? 'ms-auto bg-accent-wash' : 'me-auto bg-surface'}`}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-soft">
        <bdi className="free-text font-semibold text-ink">{from}</bdi>
        <time dateTime={created}>{formatInstant(created, settings.timeZone)}</time>
        {held && <span className="badge bg-warning-wash text-warning">{t('Waiting for review')}</span>}
      </p>
      {text && (
        <p dir="auto" className="free-text mt-1 whitespace-pre-line">
          {text}
        </p>
      )}
      <MessagePhotos photos={photos} from={isOwn ? null : from} token={token} />
    </article>
  )
}

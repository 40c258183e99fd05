import type { Conversation } from '../../shared/conversation.ts'
import { formatInstant } from '../../shared/format.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { unnamed } from './conversation-list.tsx'

/** The messages of a conversation, oldest first. The user's own are on the right. */
export function MessageLog({ conversation }: { conversation: Conversation }) {
  const { id, messages, hasEarlier, role } = conversation
  return (
    <>
      {hasEarlier && (
        <p className="mb-4 text-center">
          <ButtonLink variant="secondary" href={paths.conversation(id, { before: messages[0]?.id })}>
            Earlier messages
          </ButtonLink>
        </p>
      )}
      <div role="log" aria-label="Messages" className="space-y-3">
        {messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            isOwn={message.role === role}
            from={message.role === role ? 'You' : (conversation.with ?? unnamed)}
          />
        ))}
      </div>
    </>
  )
}

type MessageProps = { message: Conversation['messages'][number]; isOwn: boolean; from: string }

function Message({ message: { text, created, held }, isOwn, from }: MessageProps) {
  const { product } = useSite()
  return (
    <article
      className={`max-w-[85%] rounded-lg border border-line px-4 py-2.5 shadow-sheet ${isOwn ? 'ml-auto bg-accent-wash' : 'mr-auto bg-surface'}`}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-soft">
        <bdi className="free-text font-semibold text-ink">{from}</bdi>
        <time dateTime={created}>{formatInstant(created, product.timeZone)}</time>
        {held && <span className="badge bg-warning-wash text-warning">Waiting for review</span>}
      </p>
      <p dir="auto" className="free-text mt-1 whitespace-pre-line">
        {text}
      </p>
    </article>
  )
}

import type { ConversationSummary } from '../../shared/conversation.ts'
import { formatInstant } from '../../shared/format.ts'
import { conversations as sentences } from '../../shared/messages/conversations.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'

/** Returns what the other person of a conversation, or the author of an ad, is called. */
export const nameOf = (name: string | null, isLeft = false): string =>
  isLeft ? t(sentences.deletedUser) : (name ?? t('A neighbor'))

export function ConversationList({ conversations }: { conversations: ConversationSummary[] }) {
  return (
    <ul
      aria-label={t('Conversations')}
      className="divide-y divide-line rounded-lg border border-line bg-surface shadow-sheet"
    >
      {conversations.map((conversation) => (
        <ConversationRow key={conversation.id} conversation={conversation} />
      ))}
    </ul>
  )
}

function ConversationRow({ conversation }: { conversation: ConversationSummary }) {
  const { id, title, excerpt, photos, lastMessage, unread, muted } = conversation
  const { settings } = useSite()
  return (
    <li className="relative px-4 py-3.5 first:rounded-t-lg last:rounded-b-lg hover:bg-sunken sm:px-5">
      <div className="flex items-baseline gap-3">
        <h2 dir="auto" className="free-text min-w-0 flex-1 truncate text-base">
          <a href={`${paths.conversation(id)}#reply`} className="stretched-link">
            {nameOf(conversation.with, conversation.isLeft)}
          </a>
        </h2>
        <time dateTime={lastMessage} className="shrink-0 text-xs text-soft">
          {formatInstant(lastMessage, settings.timeZone)}
        </time>
      </div>
      <p dir="auto" className="free-text truncate text-sm font-semibold">
        {title}
      </p>
      <div className="flex items-center gap-2 text-sm">
        <p
          dir="auto"
          className={`free-text min-w-0 flex-1 truncate ${unread > 0 ? 'text-ink' : 'text-soft'}`}
        >
          {excerpt || t('{count, plural, one {# photo} other {# photos}}', { count: photos })}
        </p>
        {muted && <span className="badge bg-sunken">{t('Muted')}</span>}
        {unread > 0 && (
          <span className="badge bg-success-wash text-success">{t('{count} new', { count: unread })}</span>
        )}
      </div>
    </li>
  )
}

import type { Conversation } from '../../shared/conversation.ts'
import { conversations as sentences } from '../../shared/messages/conversations.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { ReportForm } from './report-form.tsx'

type ActionsProps = {
  conversation: Conversation
  /** The user has just reported it without scripts. */
  isReported: boolean
  onChanged: () => Promise<void>
}

/** Mute, block, and report. Each is a form, so that it works without scripts. */
export function ConversationActions({ conversation, isReported, onChanged }: ActionsProps) {
  const { id, isLeft } = conversation
  const { api } = useBackend()
  const change: Change = async (body) => {
    await api.changeConversation({ params: { id }, body })
    await onChanged()
  }
  return (
    <div className="mt-8 border-t border-line pt-5">
      {!isLeft && <MuteAndBlock conversation={conversation} change={change} />}
      <details className="mt-5" open={isReported}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
          {t('Report this person')}
        </summary>
        <p className="my-2 text-sm text-soft">
          {t('Our moderators can then read this conversation. The other person won’t know.')}
        </p>
        <ReportForm
          action={paths.conversation(id)}
          done={isReported ? t(sentences.reported) : ''}
          mostLikely="scam"
          onSubmit={async (body) => (await api.reportConversation({ params: { id }, body })).message}
        />
      </details>
    </div>
  )
}

type Change = (body: { muted?: boolean; blocked?: boolean }) => Promise<void>

function MuteAndBlock({ conversation, change }: { conversation: Conversation; change: Change }) {
  const { id, muted, blocked } = conversation
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <ActionForm
          action={paths.conversation(id)}
          fields={{ action: muted ? 'unmute' : 'mute' }}
          submit={muted ? t('Unmute') : t('Mute')}
          busy={muted ? t('Unmute') : t('Mute')}
          variant="secondary"
          onSubmit={() => change({ muted: !muted })}
        />
        <ActionForm
          action={paths.conversation(id)}
          fields={{ action: blocked ? 'unblock' : 'block' }}
          submit={blocked ? t('Unblock') : t('Block')}
          busy={blocked ? t('Unblock') : t('Block')}
          variant="secondary"
          onSubmit={() => change({ blocked: !blocked })}
        />
      </div>
      <p className="mt-2 text-xs text-soft">
        {t(
          'Muting stops emails from this conversation. Blocking ends it, and this person can’t write to you anymore.',
        )}
      </p>
    </>
  )
}

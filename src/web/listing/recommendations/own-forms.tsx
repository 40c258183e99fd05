import { formatInstantDay } from '../../../shared/format.ts'
import { recommendations as sentences } from '../../../shared/messages/recommendations.ts'
import type { OwnRecommendation } from '../../../shared/recommendation.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useNavigate, useRevalidate } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { toast } from '../../ui/toast.ts'
import { TextForm } from './text-form.tsx'

type OwnFormsProps = { recommendation: OwnRecommendation }

/** What the writer of a recommendation can do: change it for a while, and delete it. */
export function WriterForms({ recommendation }: OwnFormsProps) {
  const { api } = useBackend()
  const navigate = useNavigate()
  const finish = useFinish()
  const { timeZone } = useSite().settings
  const { id, text, seller, editableUntil, hidden } = recommendation
  const params = { id }
  return (
    <>
      {editableUntil !== null && !hidden && (
        <TextForm
          kind="recommendation"
          path={paths.recommendation(id)}
          action="change"
          label={t('Your recommendation')}
          submit={t('Save')}
          hint={t('You can change it until {day}.', { day: formatInstantDay(editableUntil, timeZone) })}
          defaultValue={text}
          onSubmit={(body) => api.changeRecommendation({ params, body }).then(finish)}
        />
      )}
      <DeleteForm
        id={id}
        action="delete"
        summary={t('Delete your recommendation')}
        submit={t('Delete recommendation')}
        explanation={t(
          'It disappears at once, together with the reply. You can’t recommend the same person again within a year of having posted it.',
        )}
        onSubmit={async () => {
          await api.deleteRecommendation({ params })
          toast({ tone: 'success', text: t(sentences.deleted), onNextPage: true })
          await navigate(paths.recommend(seller.id))
        }}
      />
    </>
  )
}

/** What the person who is recommended can do: post one reply, change it for a while, and delete it. */
export function AuthorForms({ recommendation: { id, reply, canReply } }: OwnFormsProps) {
  const { api } = useBackend()
  const finish = useFinish()
  const params = { id }
  return (
    <>
      {canReply && (
        <TextForm
          // Another text after each change, and an empty field after the reply was deleted.
          key={reply?.text ?? ''}
          kind="reply"
          path={paths.recommendation(id)}
          action="reply"
          label={t('Your public reply')}
          submit={reply ? t('Save reply') : t('Post reply')}
          hint={t('Everyone can read it. You can change it for 30 days.')}
          defaultValue={reply?.text ?? ''}
          onSubmit={(body) => api.replyToRecommendation({ params, body }).then(finish)}
        />
      )}
      {reply && (
        <DeleteForm
          id={id}
          action="delete-reply"
          summary={t('Delete your reply')}
          submit={t('Delete reply')}
          explanation={t('It disappears at once.')}
          onSubmit={() => api.deleteRecommendationReply({ params }).then(finish)}
        />
      )}
    </>
  )
}

/** Returns a function that shows the server's sentence and the changed recommendation. */
function useFinish() {
  const revalidate = useRevalidate()
  return async ({ message }: { message: string }) => {
    toast({ tone: 'success', text: message })
    await revalidate()
  }
}

type DeleteFormProps = {
  id: string
  action: string
  summary: string
  submit: string
  explanation: string
  onSubmit: () => Promise<void>
}

/** Opens before it deletes anything, so that it needs no dialog and works without scripts. */
function DeleteForm({ id, action, summary, submit, explanation, onSubmit }: DeleteFormProps) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
        {summary}
      </summary>
      <ActionForm
        action={paths.recommendation(id)}
        fields={{ action }}
        submit={submit}
        busy={t('Deleting…')}
        variant="danger-outline"
        className="mt-2 space-y-3"
        onSubmit={onSubmit}
      >
        <p className="text-sm text-soft">{explanation}</p>
      </ActionForm>
    </details>
  )
}

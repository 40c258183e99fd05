import type { OwnRecommendation } from '../../../shared/recommendation.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useRevalidate } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import { DeleteForm } from './delete-form.tsx'
import { TextForm } from './text-form.tsx'

/** What the person who is recommended can do: post one reply, change it for a while, and delete it. */
export function AuthorForms({ recommendation }: { recommendation: OwnRecommendation }) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  const { id, reply, canReply } = recommendation
  const params = { id }
  const finish = async ({ message }: { message: string }) => {
    toast({ tone: 'success', text: message })
    await revalidate()
  }
  return (
    <>
      {canReply && (
        <TextForm
          // Another text after each change, and an empty field after the reply was deleted.
          key={reply?.text ?? ''}
          kind="reply"
          path={paths.recommendation(id)}
          action="reply"
          label="Your public reply"
          submit={reply ? 'Save reply' : 'Post reply'}
          hint="Everyone can read it. You can change it for 30 days."
          defaultValue={reply?.text ?? ''}
          onSubmit={async (body) => finish(await api.replyToRecommendation({ params, body }))}
        />
      )}
      {reply && (
        <DeleteForm
          path={paths.recommendation(id)}
          action="delete-reply"
          summary="Delete your reply"
          explanation="It disappears at once."
          submit="Delete reply"
          onSubmit={async () => finish(await api.deleteRecommendationReply({ params }))}
        />
      )}
    </>
  )
}

import { formatInstantDay } from '../../../shared/format.ts'
import { recommendations as sentences } from '../../../shared/messages/recommendations.ts'
import type { OwnRecommendation } from '../../../shared/recommendation.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useNavigate, useRevalidate } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import { DeleteForm } from './delete-form.tsx'
import { TextForm } from './text-form.tsx'

/** What the writer of a recommendation can do: change it for a while, and delete it. */
export function WriterForms({ recommendation }: { recommendation: OwnRecommendation }) {
  const { api } = useBackend()
  const navigate = useNavigate()
  const revalidate = useRevalidate()
  const { timeZone } = useSite().product
  const { id, text, seller, editableUntil, hidden } = recommendation
  const params = { id }
  return (
    <>
      {editableUntil !== null && !hidden && (
        <TextForm
          kind="recommendation"
          path={paths.recommendation(id)}
          action="change"
          label="Your recommendation"
          submit="Save"
          hint={`You can change it until ${formatInstantDay(editableUntil, timeZone)}.`}
          defaultValue={text}
          onSubmit={async (body) => {
            const { message } = await api.changeRecommendation({ params, body })
            toast({ tone: 'success', text: message })
            await revalidate()
          }}
        />
      )}
      <DeleteForm
        path={paths.recommendation(id)}
        action="delete"
        summary="Delete your recommendation"
        explanation="It disappears at once, together with the reply. You can’t recommend the same person again within a year of having posted it."
        submit="Delete recommendation"
        onSubmit={async () => {
          await api.deleteRecommendation({ params })
          toast({ tone: 'success', text: sentences.deleted, onNextPage: true })
          await navigate(paths.recommend(seller.id))
        }}
      />
    </>
  )
}

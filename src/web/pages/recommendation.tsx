import { recommendations as sentences } from '../../shared/messages/recommendations.ts'
import { type Message, t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useBackend } from '../framework/api-context.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { unnamedSeller } from '../listing/details/seller-summary.tsx'
import { AuthorForms, WriterForms } from '../listing/recommendations/own-forms.tsx'
import { RecommendationText } from '../listing/recommendations/recommendation-list.tsx'
import { ReportForm } from '../messages/report-form.tsx'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ api, params, query }: AuthedLoaderContext) {
  const recommendation = await api.getRecommendation({ params: { id: params.id ?? '' } })
  return { recommendation, done: query.get('done') ?? '' }
}

/** What was done without scripts, or before this page. */
const doneSentences: Record<string, Message> = {
  sent: sentences.sent,
  change: sentences.changed,
  reply: sentences.replied,
  'delete-reply': sentences.replyDeleted,
}

/** One recommendation, for the person who wrote it, the one it is about, and admins. */
export function Component() {
  const { recommendation, done } = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const { id, seller, role, hidden, replyHidden } = recommendation
  const name = seller.name ?? t(unnamedSeller)
  const doneSentence = doneSentences[done]
  return (
    <AccountSheet
      title={role === 'author' ? t('A recommendation of you') : t('Recommendation of {name}', { name })}
    >
      <div className="space-y-6" key={id}>
        <div role="status" className="empty:hidden">
          {doneSentence && <Notice tone="success">{t(doneSentence)}</Notice>}
        </div>
        {hidden && (
          <Notice tone="warning">{t('A moderator hid this recommendation. Visitors don’t see it.')}</Notice>
        )}
        {replyHidden && (
          <Notice tone="warning">{t('A moderator hid the reply. Visitors don’t see it.')}</Notice>
        )}
        <div>
          <RecommendationText recommendation={recommendation} />
        </div>
        {role === 'writer' && <WriterForms recommendation={recommendation} />}
        {role === 'author' && <AuthorForms recommendation={recommendation} />}
        <details open={done === 'report'}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
            {role === 'writer' ? t('Report the reply') : t('Report this recommendation')}
          </summary>
          <p className="my-2 text-sm text-soft">
            {t('It stays public until our moderators decide. Only they can hide it.')}
          </p>
          <ReportForm
            action={paths.recommendation(id)}
            done={done === 'report' ? t(sentences.reported) : ''}
            onSubmit={async (body) => (await api.reportRecommendation({ params: { id }, body })).message}
          />
        </details>
        <p className="text-sm">
          <TextLink href={paths.seller(seller.handle ?? seller.id)}>
            {role === 'author' ? t('Your page') : t('Page of {name}', { name })}
          </TextLink>
        </p>
      </div>
    </AccountSheet>
  )
}

import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useBackend } from '../framework/api-context.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData, useNavigate } from '../framework/router/hooks.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { unnamedSeller } from '../listing/details/seller-summary.tsx'
import { TextForm } from '../listing/recommendations/text-form.tsx'
import { paths } from '../paths.ts'
import { UnlessSuspended } from '../site/suspended-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ api, params }: AuthedLoaderContext) {
  const form = await api.getRecommendationForm({ params: { id: params.id ?? '' } })
  if (form.own !== null) throw new Redirect(paths.recommendation(form.own))
  return form
}

export function Component() {
  const { seller, refusal } = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const navigate = useNavigate()
  const name = seller.name ?? t(unnamedSeller)
  return (
    <AccountSheet
      title={t('Recommend {name}', { name })}
      intro={t('Say what was good, in your own words. Everyone can read it, with your name and photo.')}
    >
      <UnlessSuspended>
        {refusal !== null ? (
          <Notice tone="warning">{refusal}</Notice>
        ) : (
          <TextForm
            kind="recommendation"
            path={paths.recommend(seller.id)}
            action="recommend"
            label={t('Your recommendation')}
            submit={t('Post recommendation')}
            hint={t(
              'You can change it for 30 days, and delete it at any time. You can recommend the same person once a year.',
            )}
            onSubmit={async (body) => {
              const { recommendation } = await api.recommendSeller({ params: { id: seller.id }, body })
              await navigate(paths.recommendation(recommendation, { done: 'sent' }))
            }}
          />
        )}
      </UnlessSuspended>
      <p className="mt-6 text-sm">
        <TextLink href={paths.seller(seller.handle ?? seller.id)}>{t('Back to {name}', { name })}</TextLink>
      </p>
    </AccountSheet>
  )
}

import { recommendations as sentences } from '../../shared/messages/recommendations.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useBackend } from '../framework/api-context.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { unnamedSeller } from '../listing/details/seller-summary.tsx'
import { ReportForm } from '../messages/report-form.tsx'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ api, params, query }: LoaderContext) {
  const { id, handle, name } = await api.getSeller({ params: { id: params.id ?? '' } })
  return { id, handle, name, isReported: query.get('done') === 'report' }
}

export function Component() {
  const { id, handle, name: chosen, isReported } = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const name = chosen ?? t(unnamedSeller)
  return (
    <AccountSheet
      title={t('Report {name}', { name })}
      intro={t(
        'We review every report. They won’t know who reported them. If it’s about one ad, report the ad instead.',
      )}
    >
      <ReportForm
        key={id}
        action={paths.reportSeller(id)}
        done={isReported ? t(sentences.sellerReported) : ''}
        onSubmit={async (body) => (await api.reportSeller({ params: { id }, body })).message}
      />
      <p className="mt-6 text-sm">
        <TextLink href={paths.seller(handle ?? id)}>{t('Back to {name}', { name })}</TextLink>
      </p>
    </AccountSheet>
  )
}

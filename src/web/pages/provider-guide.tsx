import { t } from '../../shared/translate.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Guide } from '../site/guides/guide.tsx'

export const loader = ({ api }: LoaderContext) =>
  api.getTextPage({ params: { address: 'provider-safety-guide' } })

export function Component() {
  return (
    <Guide
      text={useLoaderData<typeof loader>()}
      path={paths.providerGuide()}
      other={{ label: t('Customer Safety Guide'), to: paths.customerGuide() }}
    />
  )
}

import { t } from '../../shared/translate.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Guide } from '../site/guides/guide.tsx'

export const loader = ({ api }: LoaderContext) =>
  api.getTextPage({ params: { address: 'customer-safety-guide' } })

export function Component() {
  return (
    <Guide
      text={useLoaderData<typeof loader>()}
      path={paths.customerGuide()}
      other={{ label: t('Provider Safety Guide'), to: paths.providerGuide() }}
    />
  )
}

import { t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Breadcrumb, type Crumb } from '../../ui/breadcrumb.tsx'
import { StructuredData } from './structured-data.tsx'

/** Breadcrumbs from the home page, for people and for search engines. */
export function BreadcrumbTrail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { origin } = useSite()
  const trail = [{ label: t('Home'), to: paths.home() }, ...crumbs]
  const itemListElement = trail.map(({ label, to }, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    name: label,
    // The last crumb is the page itself and has no link.
    ...(to && { item: origin + to }),
  }))
  return (
    <>
      <Breadcrumb crumbs={trail} />
      <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />
    </>
  )
}

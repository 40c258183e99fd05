import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { Breadcrumb, type Crumb } from '../ui/breadcrumb.tsx'
import { StructuredData } from './structured-data.tsx'

/** The way from the home page to this one, for people and for search engines. */
export function BreadcrumbTrail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { origin } = useSite()
  const whole = [{ label: 'Home', to: paths.home() }, ...crumbs]
  const itemListElement = whole.map(({ label, to }, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    name: label,
    // The last is the page itself.
    ...(to && { item: origin + to }),
  }))
  return (
    <>
      <Breadcrumb crumbs={whole} />
      <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />
    </>
  )
}

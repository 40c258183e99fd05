import type { ReactNode } from 'react'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import { t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

type BrowseButtonProps = { variant?: 'primary' | 'secondary'; all?: boolean; children?: ReactNode }

/** Leads to all ads of the site's first kind. */
export function BrowseButton({ variant = 'primary', all = false, children }: BrowseButtonProps) {
  const [kind = 'service'] = offeredKinds(useSite().settings)
  return (
    <ButtonLink variant={variant} href={paths.listings(kind)}>
      {children ||
        (all
          ? t('See all {kind, select, service {services} other {events}}', { kind })
          : t('Browse {kind, select, service {services} other {events}}', { kind }))}
    </ButtonLink>
  )
}

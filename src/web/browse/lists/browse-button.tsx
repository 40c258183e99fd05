import type { ReactNode } from 'react'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

type BrowseButtonProps = { verb?: string; variant?: 'primary' | 'secondary'; children?: ReactNode }

/** Leads to all ads of the site's first kind. */
export function BrowseButton({ verb = 'Browse', variant = 'primary', children }: BrowseButtonProps) {
  const [kind = 'service'] = offeredKinds(useSite().settings)
  return (
    <ButtonLink variant={variant} href={paths.listings(kind)}>
      {children || `${verb} ${kind}s`}
    </ButtonLink>
  )
}

import type { ReactNode } from 'react'
import { t } from '../../../shared/translate.ts'
import { Button, ButtonLink } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { EmptyState } from './empty-state.tsx'

type PaginationProps = { page: number; totalPages: number; to: (page: number) => string }

/** Previous and next links, replaced by disabled buttons at either end. A single page has none. */
export function Pagination({ page, totalPages, to }: PaginationProps) {
  if (totalPages <= 1) return null
  return (
    <nav aria-label={t('Pages')} className="mt-10 flex items-center justify-center gap-x-2.5 sm:gap-x-5">
      <Step rel="prev" to={page > 1 && to(page - 1)}>
        <Icon name="chevron-left" className="size-4 rtl:-scale-x-100" />
        {t('Previous')}
      </Step>
      <p className="text-center text-sm text-soft tabular-nums">
        {t('Page {page} of {total}', { page, total: totalPages })}
      </p>
      <Step rel="next" to={page < totalPages && to(page + 1)}>
        {t('Next')}
        <Icon name="chevron-right" className="size-4 rtl:-scale-x-100" />
      </Step>
    </nav>
  )
}

type StepProps = { rel: 'prev' | 'next'; to: string | false; children: ReactNode }

function Step({ rel, to, children }: StepProps) {
  return to ? (
    <ButtonLink variant="secondary" rel={rel} href={to}>
      {children}
    </ButtonLink>
  ) : (
    <Button variant="secondary" disabled>
      {children}
    </Button>
  )
}

/** Shown on a page that a list does not have. */
export function PastLastPage({ page, firstPage }: { page: number; firstPage: string }) {
  return (
    <EmptyState title={t('Nothing on this page')} hint={t('There’s no page {page}.', { page: String(page) })}>
      <ButtonLink href={firstPage}>{t('Go back to page 1')}</ButtonLink>
    </EmptyState>
  )
}

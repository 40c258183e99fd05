import type { ReactNode } from 'react'
import { pageNotFound } from '../../../shared/messages/pages.ts'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import { t } from '../../../shared/translate.ts'
import { PageTitle, useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

type NotFoundProps = { title?: string; text?: string }

export function NotFound({ title = t(pageNotFound.title), text = t(pageNotFound.text) }: NotFoundProps) {
  return (
    <PinnedNote status="404" title={title} text={text}>
      {/* Both lead home (specification, section 2). */}
      <ButtonLink variant="secondary" href={paths.home()}>
        {t('Go back')}
      </ButtonLink>
      <ButtonLink href={paths.home()}>{t('Take me home')}</ButtonLink>
    </PinnedNote>
  )
}

/** For an ad that existed. Its page has the status 410. */
export function ListingGone() {
  const kinds = offeredKinds(useSite().settings)
  return (
    <PinnedNote
      title={t('This ad is gone')}
      text={t('The person who posted it or a moderator removed it. Here’s where to look next:')}
    >
      {kinds.map((kind) => (
        <ButtonLink key={kind} href={paths.listings(kind)}>
          {kind === 'service' ? t('Browse services') : t('Browse events')}
        </ButtonLink>
      ))}
      <ButtonLink variant="secondary" href={paths.home()}>
        {t('Take me home')}
      </ButtonLink>
    </PinnedNote>
  )
}

type PinnedNoteProps = { status?: string; title: string; text: string; children: ReactNode }

/** A note on an otherwise empty board. */
function PinnedNote({ status, title, text, children }: PinnedNoteProps) {
  return (
    <div className="page-width py-12 md:py-20">
      <PageTitle>{title}</PageTitle>
      <div className="cork relative mx-auto max-w-2xl rounded-lg p-6 sm:p-12">
        <div
          className="absolute inset-5 rotate-2 rounded-sm bg-butter shadow-sheet sm:inset-10"
          aria-hidden
        />
        <div className="relative rounded-sm bg-surface px-6 pt-14 pb-10 text-center shadow-lifted sm:px-12">
          <span className="pin-head absolute top-4 left-1/2 -translate-x-1/2" aria-hidden />
          {status && (
            <p className="font-display text-sm font-bold tracking-widest text-accent" aria-hidden>
              {status}
            </p>
          )}
          <h1 className="mt-2 text-2xl">{title}</h1>
          <p className="mt-4 text-soft">{text}</p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
        </div>
      </div>
    </div>
  )
}

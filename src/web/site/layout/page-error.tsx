import type { ReactNode } from 'react'
import { t } from '../../../shared/translate.ts'
import { useLocation, useRouteError } from '../../framework/router/hooks.ts'
import { RouteError } from '../../framework/router/outcomes.ts'
import { PageTitle } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListingGone, NotFound } from './not-found.tsx'

type PageErrorProps = { message: string; hint?: string }

/** Replaces a page that failed to load: with the 404 page if it does not exist, else with `message` and what to do next. */
export function PageError({
  message,
  hint = t('Please check your connection, or try again in a moment.'),
}: PageErrorProps) {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { status, data } = error instanceof RouteError ? error : new RouteError(500, {})
  if (status === 404) return <NotFound title={textOf(data.heading)} />
  if (status === 410) return <ListingGone />
  // The session ended while the page was open, or before it was.
  if (status === 401) {
    return (
      <Failure message={String(data.message)} hint="">
        <ButtonLink href={paths.signIn(pathname + search)}>{t('Sign In')}</ButtonLink>
        <ButtonLink variant="secondary" href={paths.contact()}>
          {t('Contact us')}
        </ButtonLink>
      </Failure>
    )
  }
  // A part that is temporarily unavailable, such as the search, sends its own message.
  const sentence = status === 503 ? textOf(data.message) : undefined
  return (
    <Failure message={message} hint={sentence ?? hint}>
      {/* A full page load, which also gets the newest build if the old one is what failed. */}
      <ButtonLink href={pathname + search} data-page="reload">
        {t('Try again')}
      </ButtonLink>
    </Failure>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

type FailureProps = { message: string; hint: string; children: ReactNode }

function Failure({ message, hint, children }: FailureProps) {
  return (
    <div className="page-width py-12 md:py-20">
      <PageTitle>{message}</PageTitle>
      <div className="mx-auto max-w-xl rounded-lg border border-line bg-surface px-6 py-12 text-center shadow-sheet">
        <h1 className="text-xl">{message}</h1>
        {hint && <p className="mt-2 text-soft">{hint}</p>}
        <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </div>
  )
}

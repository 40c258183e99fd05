import type { ReactNode } from 'react'
import { useLocation, useRouteError } from '../../framework/router/hooks.ts'
import { RouteError } from '../../framework/router/outcomes.ts'
import { PageTitle } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListingGone, NotFound } from './not-found.tsx'

type LoadFailureProps = { message: string; hint?: string | undefined }

/** Replaces a page that failed to load: with the 404 page if it does not exist, else with `message` and what to do next. */
export function PageError({ message, hint }: LoadFailureProps) {
  const error = useRouteError()
  const status = error instanceof RouteError ? error.status : 500
  const data: Record<string, unknown> = error instanceof RouteError ? error.data : {}
  const { heading, message: sentence } = data
  if (status === 404) return <NotFound title={typeof heading === 'string' ? heading : undefined} />
  if (status === 410) return <ListingGone />
  if (status === 401) return <SignedOut message={String(sentence)} />
  // What is unavailable for a moment says so itself, such as the search.
  return (
    <LoadFailure message={message} hint={status === 503 && typeof sentence === 'string' ? sentence : hint} />
  )
}

function LoadFailure({
  message,
  hint = 'Please check your connection, or try again in a moment.',
}: LoadFailureProps) {
  const { pathname, search } = useLocation()
  return (
    <Failure message={message} hint={hint}>
      {/* A full page load, which also gets the newest build if the old one is what failed. */}
      <ButtonLink href={pathname + search} data-page="reload">
        Try again
      </ButtonLink>
    </Failure>
  )
}

/** The session ended while the page was open, or before it was. */
function SignedOut({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  return (
    <Failure message={message} hint="">
      <ButtonLink href={paths.signIn(pathname + search)}>Sign In</ButtonLink>
      <ButtonLink variant="secondary" href={paths.contact()}>
        Contact us
      </ButtonLink>
    </Failure>
  )
}

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

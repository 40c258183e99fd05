import { useState } from 'react'
import { safeRedirectPath } from '../../shared/safe-redirect.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet, NeedsCookies, NeedsScripts } from '../account/account-layout.tsx'
import { useAfterSignIn } from '../account/after-sign-in.ts'
import { useBackend } from '../framework/api-context.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { messageOf } from '../ui/toast.ts'

export async function loader({ query }: LoaderContext) {
  return { token: query.get('token') ?? '', to: safeRedirectPath(query.get('to')) }
}

/** Signs in on a click, because email scanners open links, and this one works only once. */
export function Component() {
  const { token, to } = useLoaderData<typeof loader>()
  const { identity } = useBackend()
  const finishSignIn = useAfterSignIn()
  const [error, setError] = useState('')
  return (
    <AccountSheet title={t('Sign in by email')} intro={error ? undefined : t('One click and you’re in.')}>
      <NeedsScripts />
      <NeedsCookies />
      <p role="alert" className={error ? 'mb-6' : undefined}>
        {error}
      </p>
      {error && (
        <ButtonLink variant="secondary" href={paths.signIn(to)} className="mb-3 min-h-12 w-full">
          {t('Get a new link')}
        </ButtonLink>
      )}
      <Form
        onSubmit={async () => {
          await identity.signInByLink(token)
          await finishSignIn(to)
        }}
        onFailure={(error) => setError(messageOf(error))}
      >
        <SubmitButton busy={t('Signing in…')} className="min-h-12 w-full">
          {t('Sign In')}
        </SubmitButton>
      </Form>
    </AccountSheet>
  )
}

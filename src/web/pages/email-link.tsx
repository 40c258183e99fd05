import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { safeRedirectPath } from '../../shared/safe-redirect.ts'
import { AccountSheet } from '../accounts/account-sheet.tsx'
import { NeedsScripts } from '../accounts/needs-scripts.tsx'
import { useAfterSignIn } from '../accounts/use-arrive.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'

export async function loader({ query }: LoaderContext) {
  return { token: query.get('token') ?? '', to: safeRedirectPath(query.get('to')) }
}

/** A button, because programs that look through mail open links, and the link works once. */
export function Component() {
  const { token, to } = useLoaderData<typeof loader>()
  const { identity } = useBackend()
  const arrive = useAfterSignIn()
  const [problem, setProblem] = useState('')
  return (
    <AccountSheet title="Sign in by email" intro={problem ? undefined : 'One click, and you are in.'}>
      <NeedsScripts />
      <p role="alert" className={problem ? 'mb-6' : undefined}>
        {problem}
      </p>
      {problem && (
        <ButtonLink look="secondary" href={paths.signIn(to)} className="mb-3 min-h-12 w-full">
          Ask for a new link
        </ButtonLink>
      )}
      <Form
        check={async () => ({ sent: token })}
        send={async (token) => {
          await identity.signInByLink(token)
          await arrive(to)
        }}
        onFailure={(error) => setProblem(messageOf(error))}
      >
        <SubmitButton busy="Signing in…" className="min-h-12 w-full">
          Sign In
        </SubmitButton>
      </Form>
    </AccountSheet>
  )
}

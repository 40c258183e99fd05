import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { AccountSheet } from '../accounts/account-sheet.tsx'
import { sentenceOf } from '../accounts/failure-toast.ts'
import { NeedsScripts } from '../accounts/needs-scripts.tsx'
import { useSignedIn } from '../accounts/session.ts'
import { useBackend } from '../backend.ts'
import type { Given } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

export async function loader({ query }: Given) {
  return { token: query.get('token') ?? '' }
}

type State = { at: 'asking' | 'verified' } | { at: 'refused'; sentence: string }

/** Scripts ask, not the link itself: programs that look through mail open links. */
export function Page() {
  const { token } = useLoaderData<typeof loader>()
  const state = useVerification(token)
  const signedIn = useSignedIn()
  const on = signedIn
    ? { label: 'Go to your account', to: paths.account() }
    : { label: 'Sign In', to: paths.signIn() }
  return (
    <AccountSheet title="Verify your email">
      <NeedsScripts />
      {state.at === 'asking' && (
        <div className="needs-script">
          <Spinner>Verifying your email…</Spinner>
        </div>
      )}
      <div role="alert">
        {state.at === 'verified' && <p>Your email is verified. Thank you!</p>}
        {state.at === 'refused' && (
          <>
            <p className="font-semibold">{state.sentence}</p>
            <p className="mt-2 text-soft">
              If your email is not verified yet, sign in with your password: we then offer to send the mail
              again.
            </p>
          </>
        )}
      </div>
      {state.at !== 'asking' && (
        <ButtonLink href={on.to} className="mt-6 min-h-12 w-full">
          {on.label}
        </ButtonLink>
      )}
    </AccountSheet>
  )
}

function useVerification(token: string): State {
  const { api, identity } = useBackend()
  const [state, setState] = useState<State>({ at: 'asking' })
  const asked = useRef(false)
  useEffect(() => {
    // A link works once: it is asked once.
    if (asked.current) return
    asked.current = true
    identity
      .verifyEmail(token)
      // A changed email is told by the header too.
      .then(() => api.getSignedIn({}).catch(() => null))
      .then(() => setState({ at: 'verified' }))
      .catch((error: unknown) => setState({ at: 'refused', sentence: sentenceOf(error) }))
  }, [token, identity, api])
  return state
}

import { useLoaderData } from 'react-router'
import { AccountSheet } from '../accounts/account-layout.tsx'
import { useCurrentUser } from '../backend.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export async function loader({ query }: LoaderContext) {
  return { verified: query.get('state') === 'done' }
}

/** The server checks the emailed link and redirects here. */
export function Component() {
  const { verified } = useLoaderData<typeof loader>()
  const currentUser = useCurrentUser()
  const next = currentUser
    ? { label: 'Go to your account', to: paths.account() }
    : { label: 'Sign In', to: paths.signIn() }
  return (
    <AccountSheet title={verified ? 'You’re verified!' : 'Verify your email'}>
      {verified ? (
        <p role="status">{currentUser ? 'Your email is verified.' : 'Sign in to continue.'}</p>
      ) : (
        <div role="alert">
          <p className="font-semibold">This link has expired or was already used.</p>
          <p className="mt-2 text-soft">
            If your email isn’t verified yet, sign in with your password, and we’ll offer to send the email
            again.
          </p>
        </div>
      )}
      <ButtonLink href={next.to} className="mt-6 min-h-12 w-full">
        {next.label}
      </ButtonLink>
    </AccountSheet>
  )
}
